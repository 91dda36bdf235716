package musubi.insight.report;

/**
 * An interval in which a rank was blocked by a late rank. Immutable.
 *
 * @param rank world rank that waited
 * @param cause world rank that was late
 * @param place source line that waited
 * @param causePlace source line that was late
 */
record WaitState(
        Kind kind,
        int rank,
        long beginNs,
        long durationNs,
        int cause,
        String place,
        String causePlace) {

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
        EARLY_ROOT("early reduce");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    long endNs() {
        return beginNs + durationNs;
    }
}
