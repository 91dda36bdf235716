package musubi.simulator.report;

import java.util.List;

/**
 * One finding of the study at one scale.
 *
 * @param name as in the study's list here: A1 to A6 of all-to-alls, B1 to B10 of broadcasts
 * @param statement what the study says
 * @param figures lines of a table
 * @param verdict whether the simulator agrees
 * @param reason why, or what the figures show
 */
record Finding(
        String name, String statement, List<String> figures, Verdict verdict, String reason) {
    /** Whether a simulation agrees with a finding. */
    enum Verdict {
        REPRODUCED("reproduced"),
        /** Only when a node can send no more than a number of bytes a second. */
        LIMITED("reproduced with the limit"),
        NOT_REPRODUCED("not reproduced"),
        UNKNOWN("no verdict");

        final String words;

        Verdict(String words) {
            this.words = words;
        }

        static Verdict of(boolean agrees) {
            return agrees ? REPRODUCED : NOT_REPRODUCED;
        }

        /** The verdict when links alone say one thing, and a limit of each node another. */
        static Verdict of(boolean agrees, boolean agreesWithLimit) {
            return agrees || !agreesWithLimit ? of(agrees) : LIMITED;
        }
    }

    /** A finding that the report's text states in the section of its name. */
    static Finding of(String name, List<String> figures, Verdict verdict, String reason) {
        return new Finding(name, ReportText.of(name + ".statement"), figures, verdict, reason);
    }

    void write(List<String> lines) {
        lines.add("");
        lines.addAll(MarkdownTable.wrap("**" + name + "** " + statement));
        lines.add("");
        lines.addAll(MarkdownTable.wrap("**" + verdict.words + "**: " + reason));
        if (!figures.isEmpty()) {
            lines.add("");
            lines.addAll(figures);
        }
    }
}
