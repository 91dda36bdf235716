package musubi.verbs.transport.engine;

/**
 * Credit of each source, in messages sent and not reported. The sum is bounded by the number of
 * receive buffers while each source has one; beyond that "receiver not ready" delays senders.
 */
final class Credits {
    private final int window;
    private final int ringEntries;

    /** Buffers without credit; negative with too many sources. */
    private int free;

    /**
     * @param buffers receive buffers
     * @param window limit for one source
     * @param ringEntries entries of a ring
     */
    Credits(int buffers, int window, int ringEntries) {
        free = buffers;
        this.ringEntries = ringEntries;
        this.window = window;
    }

    /** A new source, with its initial credit. */
    void onNewSource(VerbsPeer source) {
        free -= source.grantedCredit();
    }

    /** A message of the source has been reported; true when new credit should be sent to it. */
    boolean onReported(VerbsPeer source) {
        free++;
        // The source of a ring learns from its credit which entries are free.
        int unused = source.localRing == null ? window / 2 : window - ringEntries / 2;
        if (source.advertisedCredit() > unused) {
            return false;
        }
        grant(source);
        return source.hasUnadvertisedCredit();
    }

    /** Grants a source the credit available; returns the limit to send to it. */
    int advertise(VerbsPeer source) {
        grant(source);
        return source.advertise();
    }

    private void grant(VerbsPeer source) {
        int has = source.grantedCredit();
        int more = Math.min(window - has, Math.max(free, has == 0 ? 1 : 0));
        if (more > 0) {
            source.grant(more);
            free -= more;
        }
    }
}
