package musubi.verbs.transport.engine;

/**
 * How many messages each source may send ahead of being reported. Together they get no more than
 * there are receive buffers, as long as each has one; beyond that "receiver not ready" makes
 * senders wait.
 */
final class Credits {
    private final int window;
    private final int ringEntries;
    private int free;

    /**
     * @param buffers receive buffers
     * @param window most that one source gets
     * @param ringEntries of a source that has a ring
     */
    Credits(int buffers, int window, int ringEntries) {
        free = buffers;
        this.ringEntries = ringEntries;
        this.window = window;
    }

    /** Buffers that nobody has credit for; negative when too many sources were met. */
    int free() {
        return free;
    }

    /** A source is met, which has credit already. */
    void onNewSource(VerbsPeer source) {
        free -= source.grantedCredit();
    }

    /** A message of the source has been reported; true when the source should be told of credit. */
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

    /** Gives a source what there is for it, and returns its limit, which it is told now. */
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
