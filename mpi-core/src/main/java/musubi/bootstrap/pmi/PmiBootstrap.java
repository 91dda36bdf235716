package musubi.bootstrap.pmi;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.ExitStatus;
import musubi.bootstrap.StallLink;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * The client of a process manager that speaks PMI: Musubi's mpiexec over a unix-domain socket, or
 * another one over an inherited socket ({@code srun --mpi=pmi2}, MPICH's Hydra) or TCP (Hydra with
 * {@code -pmi-port}). {@link PmiNegotiation} finds out which version.
 *
 * <p>Each connection is one epoch: after {@link #leave} the process may open another bootstrap, and
 * Musubi's server gives it a key-value space and a job id of its own.
 *
 * <p>Values longer than the process manager takes travel in pieces.
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

    private static final char PIECES_MARK = '+';
    private static final long ABORT_PATIENCE_MS = 10_000;

    private final PmiConnection connection;
    private final AddressSpace addressSpace;
    private final PmiClient dialogue;
    private final boolean ours;
    private final int localRank;
    private final int localSize;
    private boolean left;

    private PmiBootstrap(
            PmiConnection connection, Map<String, String> env, AddressSpace addressSpace) {
        this.connection = connection;
        this.addressSpace = addressSpace;
        ours = env.containsKey(SOCKET_VARIABLE);
        dialogue = PmiNegotiation.exchange(connection, env);
        connection.failOnDisconnect();
        int[] local = localPlace(env);
        localRank = local[0];
        localSize = local[1];
    }

    /**
     * Connects to the server that the environment names.
     *
     * @param addressSpace what the ranks of this JVM share, or null
     * @throws MpiFailure when it cannot be reached or refuses this rank
     */
    static PmiBootstrap open(Map<String, String> environment, AddressSpace addressSpace) {
        return open(environment, addressSpace, PmiBootstrap::endProcess);
    }

    /** The same with what to do when the process manager ends before the rank leaves. */
    static PmiBootstrap open(
            Map<String, String> environment, AddressSpace addressSpace, Runnable onLost) {
        PmiConnection connection = connect(environment, onLost);
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
        return mapping().localPlace(worldRank());
    }

    private ProcessMapping mapping() {
        String mapping = dialogue.processMapping();
        return ProcessMapping.parse(mapping == null ? "" : mapping, worldSize());
    }

    /**
     * A number in the environment, or {@code otherwise}.
     *
     * @throws MpiFailure when it is none
     */
    static int number(Map<String, String> env, String name, int otherwise) {
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
        return dialogue.rank();
    }

    @Override
    public int worldSize() {
        return dialogue.size();
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
        return nodeOf(worldRank());
    }

    @Override
    public int nodeOf(int worldRank) {
        return localSize == worldSize() ? 0 : mapping().nodeOf(worldRank);
    }

    @Override
    public int[] nodes() {
        int[] nodes = new int[worldSize()];
        if (localSize < nodes.length) {
            ProcessMapping mapping = mapping();
            Arrays.setAll(nodes, mapping::nodeOf);
        }
        return nodes;
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
        if (ours) {
            return dialogue.get(SECRET_KEY);
        }
        if (worldRank() == 0) {
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
        return ours ? new PmiStallLink(connection) : null;
    }

    @Override
    public String jobId() {
        StringBuilder id = new StringBuilder(dialogue.jobName());
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
        int limit = dialogue.valueLimit();
        boolean marked = !value.isEmpty() && value.charAt(0) == PIECES_MARK;
        if (value.length() <= limit && !marked) {
            dialogue.put(key, value);
            return;
        }
        int pieces = (value.length() + limit - 1) / limit;
        dialogue.put(key, "" + PIECES_MARK + pieces);
        for (int i = 0; i < pieces; i++) {
            int from = i * limit;
            int to = Math.min(value.length(), from + limit);
            dialogue.put(key + '.' + i, value.substring(from, to));
        }
    }

    @Override
    public void fence() {
        dialogue.fence();
    }

    @Override
    public String get(String key) {
        String value = dialogue.get(key);
        if (value == null || value.isEmpty() || value.charAt(0) != PIECES_MARK) {
            return value;
        }
        int pieces = Integer.parseInt(value, 1, value.length(), 10);
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
            whole.append(dialogue.get(key + '.' + i));
        }
        return whole.toString();
    }

    @Override
    public void abort(int exitCode, String message) {
        System.out.flush();
        System.err.flush();
        dialogue.abort(exitCode, message);
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
        dialogue.leave();
    }

    /** Closes the connection; without {@link #leave} the job takes this rank for lost. */
    @Override
    public void close() {
        connection.close();
    }
}
