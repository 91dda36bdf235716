package musubi.bootstrap;

import musubi.adi.AddressSpace;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * The client of a process manager that speaks PMI-1.1: Musubi's mpiexec over a unix-domain socket,
 * or another one over an inherited socket ({@code srun --mpi=pmi2}, MPICH's Hydra) or TCP (Hydra
 * with {@code -pmi-port}).
 *
 * <p>Each connection is one epoch: after {@link #leave} the process may open another bootstrap, and
 * Musubi's server gives it a key-value space and a job id of its own.
 *
 * <p>Musubi's server takes requests without waiting for the answers to earlier ones, so opening
 * costs one round trip and a put none. Other servers get one request at a time and short lines;
 * longer values travel in pieces.
 *
 * <p>Thread rule: as {@link Bootstrap}. When the process manager ends, the process ends at once.
 */
public final class PmiBootstrap implements Bootstrap {
    /** Where Musubi's server listens: the path of a unix-domain socket. */
    public static final String SOCKET_VARIABLE = "MUSUBI_PMI";

    /** The descriptor of a connected socket that the process inherited. */
    public static final String DESCRIPTOR_VARIABLE = "PMI_FD";

    /** Where another server listens: host:port. */
    public static final String PORT_VARIABLE = "PMI_PORT";

    /** The key under which Musubi's server has the job's secret; nobody can put such a key. */
    public static final String SECRET_KEY = "PMI_musubi_secret";

    /** The same where rank 0 makes it, under a server that keeps none. */
    private static final String OWN_SECRET_KEY = "musubi-secret";

    private static final int SECRET_BYTES = 32;

    /** The room for key and value in one line of another server: 1024 less the rest of the line. */
    private static final int FOREIGN_PIECE_LENGTH = 560;

    private static final int OWN_PIECE_LENGTH = PmiConnection.LINE_LIMIT_BYTES - 1024;
    private static final char PIECES_MARK = '+';
    private static final long ABORT_PATIENCE_MS = 10_000;

    private final PmiConnection connection;
    private final AddressSpace addressSpace;
    private final boolean pipelined;
    private final int rank;
    private final int size;
    private final int localRank;
    private final int localSize;
    private final String keyValueSpace;
    private int unansweredPuts;
    private boolean left;

    private PmiBootstrap(
            PmiConnection connection, Map<String, String> env, AddressSpace addressSpace) {
        this.connection = connection;
        this.addressSpace = addressSpace;
        pipelined = env.containsKey(SOCKET_VARIABLE);
        boolean known = !pipelined && env.containsKey(DESCRIPTOR_VARIABLE);
        PmiLine init = PmiLine.command("init").with("pmi_version", 1).with("pmi_subversion", 1);
        PmiLine askName = PmiLine.command("get_my_kvsname");
        if (known) {
            size = number(env, "PMI_SIZE", 1);
            rank = number(env, "PMI_RANK", 0);
        } else {
            int claimed = number(env, pipelined ? "PMI_RANK" : "PMI_ID", -1);
            PmiLine initAck = PmiLine.command("initack").with("pmiid", claimed);
            connection.send(
                    pipelined ? new PmiLine[] {initAck, init, askName} : new PmiLine[] {initAck});
            checkAnswer(connection.receive("initack"));
            size = connection.receive("set").number("size", -1);
            rank = connection.receive("set").number("rank", -1);
            connection.receive("set");
        }
        sendUnlessPipelined(init);
        checkAnswer(connection.receive("response_to_init"));
        sendUnlessPipelined(askName);
        keyValueSpace = checkAnswer(connection.receive("my_kvsname")).value("kvsname");
        int[] local = localPlace(env);
        localRank = local[0];
        localSize = local[1];
    }

    private void sendUnlessPipelined(PmiLine line) {
        if (!pipelined) {
            connection.send(line);
        }
    }

    /**
     * Connects to the server that the environment names.
     *
     * @param addressSpace what the ranks of this JVM share, or null
     * @throws MpiFailure when it cannot be reached or refuses this rank
     */
    static PmiBootstrap open(Map<String, String> environment, AddressSpace addressSpace) {
        PmiConnection connection = connect(environment, PmiBootstrap::endProcess);
        try {
            return new PmiBootstrap(connection, environment, addressSpace);
        } catch (RuntimeException refused) {
            connection.close();
            throw refused;
        }
    }

    private static PmiConnection connect(Map<String, String> environment, Runnable onLost) {
        String path = environment.get(SOCKET_VARIABLE);
        if (path != null) {
            return PmiConnection.overUnixSocket(path, onLost);
        }
        int descriptor = number(environment, DESCRIPTOR_VARIABLE, -1);
        return descriptor >= 0
                ? PmiConnection.overDescriptor(descriptor, onLost)
                : PmiConnection.overTcp(environment.get(PORT_VARIABLE), onLost);
    }

    private static void endProcess() {
        // Nobody is left to hear a message or an exit code, and shutdown hooks may wait for peers.
        Runtime.getRuntime().halt(1);
    }

    private int[] localPlace(Map<String, String> env) {
        int place = number(env, "MUSUBI_LOCAL_RANK", number(env, "MPI_LOCALRANKID", -1));
        int count = number(env, "MUSUBI_LOCAL_SIZE", number(env, "MPI_LOCALNRANKS", -1));
        if (place >= 0 && count > 0) {
            return new int[] {place, count};
        }
        return mapping().localPlace(rank);
    }

    private ProcessMapping mapping() {
        String mapping = getPiece("PMI_process_mapping");
        return ProcessMapping.parse(mapping == null ? "" : mapping, size);
    }

    private static int number(Map<String, String> env, String name, int otherwise) {
        String text = env.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "not a number in the environment: "
                            + name
                            + "="
                            + text
                            + "; start the program"
                            + " with mpiexec",
                    e);
        }
    }

    @Override
    public int worldRank() {
        return rank;
    }

    @Override
    public int worldSize() {
        return size;
    }

    @Override
    public int localRank() {
        return localRank;
    }

    @Override
    public int localSize() {
        return localSize;
    }

    /** Without asking the process manager when all ranks are on this node. */
    @Override
    public int node() {
        return localSize == size ? 0 : mapping().nodeOf(rank);
    }

    @Override
    public AddressSpace addressSpace() {
        return addressSpace;
    }

    /**
     * Under another process manager rank 0 makes it and everybody gets it through the key-value
     * space, so it is as safe as that process manager keeps it.
     */
    @Override
    public String secret() {
        if (pipelined) {
            return getPiece(SECRET_KEY);
        }
        if (rank == 0) {
            byte[] secret = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(secret);
            put(OWN_SECRET_KEY, HexFormat.of().formatHex(secret));
        }
        fence();
        return get(OWN_SECRET_KEY);
    }

    /** Other process managers do not know the extension that it takes. */
    @Override
    public StallLink stalls() {
        return pipelined ? new PmiStallLink(connection) : null;
    }

    @Override
    public String jobId() {
        StringBuilder id = new StringBuilder(keyValueSpace);
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if ((c >= 0x80 || !Character.isLetterOrDigit(c)) && c != '-') {
                id.setCharAt(i, '_');
            }
        }
        return id.toString();
    }

    @Override
    public void put(String key, String value) {
        int pieceLength = pipelined ? OWN_PIECE_LENGTH : FOREIGN_PIECE_LENGTH;
        boolean marked = !value.isEmpty() && value.charAt(0) == PIECES_MARK;
        if (value.length() <= pieceLength && !marked) {
            putPiece(key, value);
            return;
        }
        int pieces = (value.length() + pieceLength - 1) / pieceLength;
        putPiece(key, "" + PIECES_MARK + pieces);
        for (int i = 0; i < pieces; i++) {
            int from = i * pieceLength;
            int to = Math.min(value.length(), from + pieceLength);
            putPiece(key + '.' + i, value.substring(from, to));
        }
    }

    private void putPiece(String key, String value) {
        connection.send(
                PmiLine.command("put")
                        .with("kvsname", keyValueSpace)
                        .with("key", key)
                        .with("value", value));
        unansweredPuts++;
        if (!pipelined) {
            finishPuts();
        }
    }

    private void finishPuts() {
        while (unansweredPuts > 0) {
            unansweredPuts--;
            checkAnswer(connection.receive("put_result"));
        }
    }

    @Override
    public void fence() {
        connection.send(PmiLine.command("barrier_in"));
        finishPuts();
        checkAnswer(connection.receive("barrier_out"));
    }

    @Override
    public String get(String key) {
        String value = getPiece(key);
        if (value == null || value.isEmpty() || value.charAt(0) != PIECES_MARK) {
            return value;
        }
        int pieces = Integer.parseInt(value, 1, value.length(), 10);
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
            whole.append(getPiece(key + '.' + i));
        }
        return whole.toString();
    }

    private String getPiece(String key) {
        finishPuts();
        connection.send(PmiLine.command("get").with("kvsname", keyValueSpace).with("key", key));
        PmiLine answer = connection.receive("get_result");
        return answer.number("rc", -1) == 0 ? answer.value("value") : null;
    }

    @Override
    public void abort(int exitCode, String message) {
        System.out.flush();
        System.err.flush();
        PmiLine line = PmiLine.command("abort").with("exitcode", exitCode);
        connection.send(message.isEmpty() ? line : line.withText("message", message));
        try {
            Thread.sleep(ABORT_PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitStatus.ofAbort(exitCode));
    }

    @Override
    public void leave() {
        if (left) {
            return;
        }
        left = true;
        finishPuts();
        connection.expectEnd();
        connection.send(PmiLine.command("finalize"));
        checkAnswer(connection.receive("finalize_ack"));
    }

    /** Closes the connection; without {@link #leave} the job takes this rank for lost. */
    @Override
    public void close() {
        connection.close();
    }

    private static PmiLine checkAnswer(PmiLine answer) {
        if (answer.number("rc", 0) != 0) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "the process manager refused a request: answer=\"" + answer + "\"");
        }
        return answer;
    }
}
