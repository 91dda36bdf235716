package musubi.conformance.corpus;

import java.util.List;

/** What the outcome of a program shows about the detection of errors. */
enum Verdict {
    /** The error was reported with the expected texts. */
    FOUND,
    /** Another report than the expected one. */
    OTHER_REPORT,
    /** No report of an error. */
    MISSED,
    /** No report, and the program hung. */
    HUNG,
    /** A correct program without a report. */
    QUIET,
    /** A correct program with a report, or that hung. */
    FALSE_ALARM;

    static Verdict of(CorpusProgram program, boolean checks, Outcome outcome) {
        if (!program.isErroneous()) {
            return outcome.hasReport() || outcome.hung() ? FALSE_ALARM : QUIET;
        }
        if (outcome.isFound(program.expected(checks))) {
            return FOUND;
        }
        if (outcome.hung()) {
            return HUNG;
        }
        return outcome.hasReport() ? OTHER_REPORT : MISSED;
    }

    /** A text of how the outcome differs from the annotation, or null. */
    static String differs(CorpusProgram program, boolean checks, Outcome outcome) {
        List<String> expected = program.expected(checks);
        String how = checks ? " with checks" : " without checks";
        return switch (of(program, checks, outcome)) {
            case FOUND, QUIET -> null;
            case FALSE_ALARM -> "a false alarm" + how;
            case MISSED, HUNG -> expected.isEmpty() ? null : "no report" + how + " of " + expected;
            case OTHER_REPORT ->
                    expected.isEmpty()
                            ? "found" + how + "; add the texts of the report to its annotation"
                            : "another report" + how + " than " + expected;
        };
    }
}
