package musubi.verbs;

/** A slot of the send queue: a request and, once it has left, its packet number. */
final class SendEntry {
    private static final int UNNUMBERED = -1;

    private SendWorkRequest request;
    private int psn = UNNUMBERED;

    void reset(SendWorkRequest newRequest) {
        request = newRequest;
        psn = UNNUMBERED;
    }

    SendWorkRequest request() {
        return request;
    }

    boolean hasBegun() {
        return psn != UNNUMBERED;
    }

    int psn() {
        return psn;
    }

    void begin(int newPsn) {
        psn = newPsn;
    }
}
