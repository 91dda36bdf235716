package musubi.insight.report;

import musubi.insight.trace.CallSpan;

/**
 * An interval in which a rank was blocked by a late rank. Immutable.
 *
 * @param rank world rank that waited
 * @param cause world rank that was late
 * @param place source line that waited
 * @param causePlace source line that was late
 * @param origin world rank where it began: the late rank, or the one that this one waited for
 *     itself
 */
record WaitState(
        Kind kind,
        int rank,
        long beginNs,
        long durationNs,
        int cause,
        String place,
        String causePlace,
        int origin) {

    /** Kinds of wait states, after Scalasca's patterns of the same names. */
    enum Kind {
        /** A receive began before its send. */
        LATE_SENDER("late sender"),
        /** A synchronous or rendezvous send began before its receive. */
        LATE_RECEIVER("late receiver"),
        /** A rank entered a barrier before the last one. */
        BARRIER("wait at barrier"),
        /** A rank entered an all-to-all operation before the last one. */
        N_TO_N("wait at N x N"),
        /** A rank entered an operation before its root, which has the data. */
        LATE_ROOT("late broadcast"),
        /** The root entered an operation before any rank with data for it. */
        EARLY_ROOT("early reduce"),
        /** A rank entered a scan before a rank with a part of its result. */
        SCAN("early scan"),
        /** A rank entered a neighbourhood operation before a neighbour. */
        NEIGHBOUR("late neighbour"),
        /** A rank entered an operation of an intercommunicator before a rank of the other group. */
        INTER("late remote group"),
        /** A rank completed a nonblocking or persistent operation before another one took part. */
        NONBLOCKING("late in nonblocking collective"),
        /** A rank entered another collective call, which may create a communicator, too early. */
        OTHER("wait at other collective call"),
        /** A rank came to the end before the last one. */
        FINALIZE("wait at finalize");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** A wait that began at the late rank itself, as far as is known. */
    static WaitState of(
            Kind kind, int rank, CallSpan waiting, long untilNs, int cause, CallSpan awaited) {
        return new WaitState(
                kind,
                rank,
                waiting.beginNs(),
                Math.min(untilNs, waiting.endNs()) - waiting.beginNs(),
                cause,
                placeOf(waiting),
                placeOf(awaited),
                cause);
    }

    /** The name of a call and its source line; empty for none. */
    private static String placeOf(CallSpan call) {
        return call == null ? "" : call.name() + " at " + call.place();
    }

    WaitState withOrigin(int rankOfOrigin) {
        return new WaitState(
                kind, rank, beginNs, durationNs, cause, place, causePlace, rankOfOrigin);
    }

    long endNs() {
        return beginNs + durationNs;
    }
}
