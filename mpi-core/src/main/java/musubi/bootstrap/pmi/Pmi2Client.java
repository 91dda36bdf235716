package musubi.bootstrap.pmi;

/**
 * The client of PMI-2, one request at a time.
 *
 * <p>Servers differ on ';' in values, so the ranks encode it as {@code %3b}, and '%' as {@code
 * %25}.
 *
 * <p>Hydra replies to a fence before the other ranks have arrived, and delays the get of a missing
 * value until they have; so a get of a missing key follows each fence. Before the first fence it
 * does not support a get.
 */
final class Pmi2Client implements PmiClient {
    /** A third of the servers' limit, since escapes triple the length at most. */
    private static final int VALUE_LIMIT = 1024 / 3;

    private static final String JOB = "jobid";

    /** A key that is never put. */
    private static final String NO_KEY = "musubi-fence";

    private final PmiConnection connection;
    private final int rank;
    private final int size;
    private final int appNumber;
    private final String job;
    private boolean fenced;

    /**
     * Joins the job.
     *
     * @param connection a connection right after the agreement on PMI-2
     * @param claimedRank the rank of this process
     * @param processManagerJob the job in the environment, or null
     */
    Pmi2Client(PmiConnection connection, int claimedRank, String processManagerJob) {
        this.connection = connection;
        PmiFrame init = PmiFrame.command("fullinit");
        if (processManagerJob != null) {
            init.with("pmijobid", processManagerJob);
        }
        PmiMessage joined = request(init.with("pmirank", claimedRank).with("threaded", "FALSE"));
        rank = joined.number("rank", claimedRank);
        size = joined.number("size", 1);
        appNumber = joined.number("appnum", -1);
        job = request(PmiFrame.command("job-getid")).value(JOB);
    }

    private PmiMessage request(PmiFrame frame) {
        connection.send(frame);
        return connection.receiveConsent(frame.command() + "-response");
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int appNumber() {
        return appNumber;
    }

    @Override
    public String jobName() {
        return job;
    }

    @Override
    public int valueLimit() {
        return VALUE_LIMIT;
    }

    @Override
    public void put(String key, String value) {
        String escaped = value.replace("%", "%25").replace(";", "%3b");
        request(PmiFrame.command("kvs-put").with("key", key).with("value", escaped));
    }

    @Override
    public void fence() {
        request(PmiFrame.command("kvs-fence"));
        fenced = true;
        get(NO_KEY);
    }

    @Override
    public String get(String key) {
        if (!fenced) {
            return null;
        }
        String value =
                found(
                        PmiFrame.command("kvs-get")
                                .with(JOB, job)
                                .with("srcid", -1)
                                .with("key", key));
        return value == null ? null : value.replace("%3b", ";").replace("%25", "%");
    }

    /** The value in the reply; a missing one may be refused or reported as not found. */
    private String found(PmiFrame request) {
        connection.send(request);
        PmiMessage answer = connection.receive(request.command() + "-response");
        boolean there =
                answer.number("rc", 0) == 0 && !"FALSE".equalsIgnoreCase(answer.value("found"));
        return there ? answer.value("value") : null;
    }

    @Override
    public String processMapping() {
        return found(PmiFrame.command("info-getjobattr").with("key", "PMI_process_mapping"));
    }

    /** Hydra and the draft of the protocol use different keys for the text. */
    @Override
    public void abort(int exitCode, String message) {
        connection.send(
                PmiFrame.command("abort")
                        .with("isworld", "TRUE")
                        .with("exitcode", exitCode)
                        .withText("message", message)
                        .withText("msg", message));
    }

    @Override
    public void leave() {
        connection.expectDisconnect();
        request(PmiFrame.command("finalize"));
    }
}
