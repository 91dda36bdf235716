package musubi.insight.trace;

import java.util.Locale;
import java.util.Set;

/** Which events of other ranks the calls of an MPI method wait for. */
public enum CallFamily {
    /** Waits for no other rank. */
    LOCAL(false, false, false),
    /** A send that may have to wait for its receive. */
    SEND(false, false, true),
    /** A receive. */
    RECEIVE(true, false, false),
    /** A send and a receive. */
    EXCHANGE(true, false, true),
    /** Completes requests. */
    WAIT(true, false, true),
    /** Looks whether requests are complete; in a loop it waits for them. */
    TEST(true, false, true),
    /** Waits until a message arrives. */
    PROBE(false, true, false),
    /** Looks whether a message has arrived; in a loop it waits for it. */
    POLL(false, true, false),
    /** Leaves the job, with all other ranks. */
    FINALIZE(false, false, false),
    /** Any other: collective operations, and methods that are unknown here. */
    OTHER(false, false, false);

    private static final Set<String> LOCAL_CLASSES =
            Set.of("Datatype", "Errhandler", "Group", "Info", "Keyval", "Op", "Status", "Struct");

    private final boolean awaitsMessage;
    private final boolean awaitsArrival;
    private final boolean awaitsReceiver;

    CallFamily(boolean awaitsMessage, boolean awaitsArrival, boolean awaitsReceiver) {
        this.awaitsMessage = awaitsMessage;
        this.awaitsArrival = awaitsArrival;
        this.awaitsReceiver = awaitsReceiver;
    }

    /**
     * The family of a method of either dialect.
     *
     * @param name for example {@code Comm.iProbe}
     */
    public static CallFamily of(String name) {
        int dot = name.lastIndexOf('.');
        String method = name.substring(dot + 1).toLowerCase(Locale.ROOT);
        if (dot > 0 && LOCAL_CLASSES.contains(name.substring(0, dot))) {
            return LOCAL;
        }
        if (method.contains("probe")) {
            return method.startsWith("i") ? POLL : PROBE;
        }
        if (method.startsWith("test") && !method.equals("testinter")) {
            return TEST;
        }
        if (method.equals("getstatus")) {
            return TEST;
        }
        return isLocal(method) ? LOCAL : blocking(method);
    }

    private static CallFamily blocking(String method) {
        if (method.startsWith("wait") || method.contains("detach")) {
            return WAIT;
        }
        if (method.startsWith("sendrecv")) {
            return EXCHANGE;
        }
        if (method.equals("recv") || method.equals("mrecv")) {
            return RECEIVE;
        }
        if (Set.of("send", "ssend", "rsend").contains(method)) {
            return SEND;
        }
        return method.equals("finalize") ? FINALIZE : OTHER;
    }

    /** Starts of nonblocking and persistent operations, and what only concerns this rank. */
    private static boolean isLocal(String method) {
        boolean starts = method.startsWith("i") && !method.startsWith("inter");
        return starts
                || method.startsWith("start")
                || method.startsWith("get")
                || method.startsWith("set")
                || method.startsWith("pack")
                || method.startsWith("unpack")
                || method.startsWith("pready")
                || method.startsWith("buffer_attach")
                || method.startsWith("attach")
                || method.startsWith("cancel")
                || method.startsWith("delete")
                || method.endsWith("init")
                || method.equals("bsend");
    }

    /** Whether such a call waits until messages are complete. */
    public boolean awaitsMessage() {
        return awaitsMessage;
    }

    /** Whether such a call waits until a message arrives. */
    public boolean awaitsArrival() {
        return awaitsArrival;
    }

    /** Whether such a call waits until messages are received. */
    public boolean awaitsReceiver() {
        return awaitsReceiver;
    }

    /** Whether a loop of such calls waits, not the single call. */
    public boolean isPolling() {
        return this == TEST || this == POLL;
    }

    /** Whether messages of collective operations that land in such a call are awaited by it. */
    public boolean awaitsCollective() {
        return this == OTHER || this == WAIT || this == TEST;
    }
}
