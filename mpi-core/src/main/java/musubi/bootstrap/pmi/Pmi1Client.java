package musubi.bootstrap.pmi;

/**
 * The client of PMI-1. Musubi's server accepts pipelined requests, so opening costs one round trip
 * and a put none. Other servers get one request at a time and short lines.
 */
final class Pmi1Client implements PmiClient {
    /** The limit of another server for key and value: 1024 less the rest of the line. */
    private static final int FOREIGN_VALUE_LIMIT = 560;

    private static final int OWN_VALUE_LIMIT = PmiConnection.LINE_LIMIT_BYTES - 1024;
    private static final String KEY_VALUE_SPACE = "kvsname";

    private final PmiConnection connection;
    private final boolean pipelined;
    private final int rank;
    private final int size;
    private final String keyValueSpace;
    private final int appNumber;
    private int unansweredPuts;

    private Pmi1Client(PmiConnection connection, boolean pipelined, int[] place) {
        this.connection = connection;
        this.pipelined = pipelined;
        rank = place[0];
        size = place[1];
        appNumber = pipelined ? place[2] : -1;
        keyValueSpace = connection.receiveConsent("my_kvsname").value(KEY_VALUE_SPACE);
    }

    /** The request whose reply {@link #pipelined} receives. */
    static PmiLine askName() {
        return PmiLine.command("get_my_kvsname");
    }

    /**
     * A client of Musubi's server, after the request for the name of the key-value space.
     *
     * @param place rank, size and number of the program
     */
    static Pmi1Client pipelined(PmiConnection connection, int[] place) {
        return new Pmi1Client(connection, true, place);
    }

    /** A client of any other server. */
    static Pmi1Client oneByOne(PmiConnection connection, int[] place) {
        connection.send(askName());
        return new Pmi1Client(connection, false, place);
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
        if (pipelined) {
            return appNumber;
        }
        connection.send(PmiLine.command("get_appnum"));
        return connection.receive("appnum").number("appnum", -1);
    }

    @Override
    public String jobName() {
        return keyValueSpace;
    }

    @Override
    public int valueLimit() {
        return pipelined ? OWN_VALUE_LIMIT : FOREIGN_VALUE_LIMIT;
    }

    @Override
    public void put(String key, String value) {
        connection.send(
                PmiLine.command("put")
                        .with(KEY_VALUE_SPACE, keyValueSpace)
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
            connection.receiveConsent("put_result");
        }
    }

    @Override
    public void fence() {
        connection.send(PmiLine.command("barrier_in"));
        finishPuts();
        connection.receiveConsent("barrier_out");
    }

    @Override
    public String get(String key) {
        finishPuts();
        connection.send(
                PmiLine.command("get").with(KEY_VALUE_SPACE, keyValueSpace).with("key", key));
        PmiMessage answer = connection.receive("get_result");
        return answer.number("rc", -1) == 0 ? answer.value("value") : null;
    }

    @Override
    public String processMapping() {
        return get("PMI_process_mapping");
    }

    @Override
    public void abort(int exitCode, String message) {
        PmiLine line = PmiLine.command("abort").with("exitcode", exitCode);
        connection.send(message.isEmpty() ? line : line.withText("message", message));
    }

    @Override
    public void leave() {
        finishPuts();
        connection.expectDisconnect();
        connection.send(PmiLine.command("finalize"));
        connection.receiveConsent("finalize_ack");
    }
}
