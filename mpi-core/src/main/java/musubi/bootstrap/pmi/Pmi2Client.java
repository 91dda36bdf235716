package musubi.bootstrap.pmi;

/**
 * PMI-2, one request at a time.
 *
 * <p>Servers differ in whether a value may hold a ';', so it travels as {@code %3b}, and '%' as
 * {@code %25}; that is between the ranks.
 *
 * <p>Hydra answers a fence before the others have come, and then lets the get of a value that is
 * not there wait until they have; so each fence is followed by such a get. Before the first fence
 * it cannot stand one.
 */
final class Pmi2Client implements PmiClient {
    /** A third of what servers take, because escapes make a value up to three times as long. */
    private static final int VALUE_LIMIT = 1024 / 3;

    private static final String JOB = "jobid";

    /** Nobody puts it. */
    private static final String NO_KEY = "musubi-fence";

    private final PmiConnection connection;
    private final int rank;
    private final int size;
    private final String job;
    private boolean fenced;

    /**
     * Joins the job.
     *
     * @param connection on which PMI-2 has just been agreed
     * @param claimedRank which rank this process is
     * @param processManagerJob the job as the environment names it; null when it does not
     */
    Pmi2Client(PmiConnection connection, int claimedRank, String processManagerJob) {
        this.connection = connection;
        PmiFrame init = PmiFrame.command("fullinit");
        if (processManagerJob != null) {
            init.with("pmijobid", processManagerJob);
        }
        PmiMessage joined = ask(init.with("pmirank", claimedRank).with("threaded", "FALSE"));
        rank = joined.number("rank", claimedRank);
        size = joined.number("size", 1);
        job = ask(PmiFrame.command("job-getid")).value(JOB);
    }

    private PmiMessage ask(PmiFrame request) {
        connection.send(request);
        return connection.receiveConsent(request.command() + "-response");
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
        ask(PmiFrame.command("kvs-put").with("key", key).with("value", escaped));
    }

    @Override
    public void fence() {
        ask(PmiFrame.command("kvs-fence"));
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

    /** What is missing may be refused or not be found. */
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

    /** Hydra reads one name of the text, the draft of the protocol has the other. */
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
        ask(PmiFrame.command("finalize"));
    }
}
