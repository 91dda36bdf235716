package musubi.bootstrap.pmi;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.ExitStatus;
import musubi.bootstrap.StallLink;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The bootstrap of a process manager with PMI: Musubi's mpiexec over a unix-domain socket, or
 * another one over an inherited socket ({@code srun --mpi=pmi2}, MPICH's Hydra) or TCP (Hydra with
 * {@code -pmi-port}). {@link PmiNegotiation} determines the version.
 *
 * <p>Each connection is one epoch: after {@link #leave} the process may open another bootstrap,
 * with a key-value space and job id of its own.
 *
 * <p>Values beyond the length limit of the process manager are stored in pieces.
 *
 * <p>Thread rule: as {@link Bootstrap}. The end of the process manager terminates the process.
 */
public final class PmiBootstrap implements Bootstrap {
    /** The path of the unix-domain socket of Musubi's server. */
    public static final String SOCKET_VARIABLE = "MUSUBI_PMI";

    /** The descriptor of an inherited, connected socket. */
    public static final String DESCRIPTOR_VARIABLE = "PMI_FD";

    /** The address of another server: host:port. */
    public static final String PORT_VARIABLE = "PMI_PORT";

    /** The reserved key of the job's secret at Musubi's server. */
    public static final String SECRET_KEY = "PMI_musubi_secret";

    /** The key of a secret that rank 0 creates under another server. */
    private static final String OWN_SECRET_KEY = "musubi-secret";

    private static final String LAUNCH_PREFIX = "OMPI_";

    private static final int SECRET_BYTES = 32;

    private static final char PIECES_MARK = '+';
    private static final long ABORT_PATIENCE_MS = 10_000;

    private final PmiConnection connection;
    private final AddressSpace addressSpace;
    private final PmiClient client;
    private final boolean ours;
    private final Map<String, String> launch;
    private final int localRank;
    private final int localSize;

    /** Null before its first use. */
    private volatile ProcessMapping mapping;

    private boolean left;

    private PmiBootstrap(
            PmiConnection connection, Map<String, String> env, AddressSpace addressSpace) {
        this.connection = connection;
        this.addressSpace = addressSpace;
        ours = env.containsKey(SOCKET_VARIABLE);
        launch = new HashMap<>(ours ? env : Map.of());
        launch.keySet().removeIf(name -> !name.startsWith(LAUNCH_PREFIX));
        client = PmiNegotiation.exchange(connection, env);
        connection.failOnDisconnect();
        int[] local = localRankAndSize(env);
        localRank = local[0];
        localSize = local[1];
    }

    /**
     * Connects to the server in the environment.
     *
     * @param addressSpace the object shared by the ranks of this JVM, or null
     * @throws MpiFailure if the server cannot be reached or refuses this rank
     */
    static PmiBootstrap open(Map<String, String> environment, AddressSpace addressSpace) {
        return open(environment, addressSpace, PmiBootstrap::endProcess);
    }

    /** As above, with the action for a disconnect before the rank leaves. */
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
        // Without a process manager an exit code is lost, and shutdown hooks may wait for peers.
        Runtime.getRuntime().halt(1);
    }

    private int[] localRankAndSize(Map<String, String> env) {
        int place = number(env, "MUSUBI_LOCAL_RANK", number(env, "MPI_LOCALRANKID", -1));
        int count = number(env, "MUSUBI_LOCAL_SIZE", number(env, "MPI_LOCALNRANKS", -1));
        if (place >= 0 && count > 0) {
            return new int[] {place, count};
        }
        return mapping().localRankAndSize(worldRank());
    }

    /** Requested once; then any thread has it, also after {@link #leave}. */
    private ProcessMapping mapping() {
        if (mapping == null) {
            String text = client.processMapping();
            mapping = ProcessMapping.parse(text == null ? "" : text, worldSize());
        }
        return mapping;
    }

    /**
     * A number in the environment, or {@code otherwise}.
     *
     * @throws MpiFailure if it is not a number
     */
    static int number(Map<String, String> env, String name, int otherwise) {
        String text = env.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new MpiFailure(ErrorClass.OTHER, "not a number in the environment", e)
                    .with(name, text)
                    .advice("start the program with mpiexec");
        }
    }

    @Override
    public int worldRank() {
        return client.rank();
    }

    @Override
    public int worldSize() {
        return client.size();
    }

    @Override
    public int appNumber() {
        return client.appNumber();
    }

    @Override
    public Map<String, String> launch() {
        return launch;
    }

    @Override
    public int localRank() {
        return localRank;
    }

    @Override
    public int localSize() {
        return localSize;
    }

    /** No request to the process manager if all ranks are on this node. */
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
     * Under another process manager rank 0 creates the secret and publishes it in the key-value
     * space, so it is as safe as that space.
     */
    @Override
    public String secret() {
        if (ours) {
            return client.get(SECRET_KEY);
        }
        if (worldRank() == 0) {
            byte[] secret = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(secret);
            put(OWN_SECRET_KEY, HexFormat.of().formatHex(secret));
        }
        fence();
        return get(OWN_SECRET_KEY);
    }

    /** Other process managers lack the protocol extension. */
    @Override
    public StallLink stalls() {
        return ours ? new PmiStallLink(connection) : null;
    }

    @Override
    public String jobId() {
        return client.jobName().replaceAll("[^A-Za-z0-9-]", "_");
    }

    @Override
    public void put(String key, String value) {
        int limit = client.valueLimit();
        boolean marked = !value.isEmpty() && value.charAt(0) == PIECES_MARK;
        if (value.length() <= limit && !marked) {
            client.put(key, value);
            return;
        }
        int pieces = (value.length() + limit - 1) / limit;
        client.put(key, "" + PIECES_MARK + pieces);
        for (int i = 0; i < pieces; i++) {
            int from = i * limit;
            int to = Math.min(value.length(), from + limit);
            client.put(key + '.' + i, value.substring(from, to));
        }
    }

    @Override
    public void fence() {
        client.fence();
    }

    @Override
    public String get(String key) {
        String value = client.get(key);
        if (value == null || value.isEmpty() || value.charAt(0) != PIECES_MARK) {
            return value;
        }
        int pieces = Integer.parseInt(value, 1, value.length(), 10);
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
            whole.append(client.get(key + '.' + i));
        }
        return whole.toString();
    }

    @Override
    public void abort(int exitCode, String message) {
        System.out.flush();
        System.err.flush();
        client.abort(exitCode, message);
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
        client.leave();
    }

    /** Closes the connection; without {@link #leave} this rank counts as lost. */
    @Override
    public void close() {
        connection.close();
    }
}
