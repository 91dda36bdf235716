package musubi.insight.report;

/**
 * Time in which a rank could not go on because another one was late. Immutable.
 *
 * @param rank who waited
 * @param cause world rank of the one that was late
 * @param place the line that waited
 * @param causePlace the line that it waited for
 */
record WaitState(
        Kind kind,
        int rank,
        long beginNs,
        long durationNs,
        int cause,
        String place,
        String causePlace) {

    /** Of which kind; after Scalasca's patterns of the same names. */
    enum Kind {
        /** A receive began before its send. */
        LATE_SENDER("late sender"),
        /** A send that has to wait for its receive began before it. */
        LATE_RECEIVER("late receiver"),
        /** A rank came to a barrier before the last one. */
        BARRIER("wait at barrier"),
        /** A rank came to an operation, whose result needs all, before the last one. */
        N_TO_N("wait at N x N"),
        /** A rank came to an operation before its root, which has the data. */
        LATE_ROOT("late broadcast"),
        /** The root came to an operation before any that has data for it. */
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
