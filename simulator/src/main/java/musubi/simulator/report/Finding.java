package musubi.simulator.report;

import java.util.List;

/**
 * One finding of the study at one scale.
 *
 * @param name as in the study's list here: A1 to A6 of all-to-alls, B1 to B10 of broadcasts
 * @param statement statement of the study
 * @param figures lines of a table
 * @param verdict whether the simulator agrees
 * @param reason explanation of the verdict
 */
record Finding(
        String name,
        ReportText statement,
        List<String> figures,
        Verdict verdict,
        ReportText reason) {
    /** Whether a simulation agrees with a finding. */
    enum Verdict {
        REPRODUCED("reproduced"),
        /** Only with a limited injection rate of nodes. */
        LIMITED("reproduced with the limit"),
        NOT_REPRODUCED("not reproduced"),
        UNKNOWN("no verdict");

        final String text;

        Verdict(String text) {
            this.text = text;
        }

        static Verdict of(boolean agrees) {
            return agrees ? REPRODUCED : NOT_REPRODUCED;
        }

        /** The verdict from links alone, and from a limited injection rate. */
        static Verdict of(boolean agrees, boolean agreesWithLimit) {
            return agrees || !agreesWithLimit ? of(agrees) : LIMITED;
        }
    }

    /** A finding that the report's text states in the section of its name. */
    static Finding of(String name, List<String> figures, Verdict verdict, ReportText reason) {
        return new Finding(name, ReportText.of(name + ".statement"), figures, verdict, reason);
    }

    void write(List<String> lines) {
        lines.add("");
        lines.addAll(MarkdownTable.wrap("**" + name + "** " + statement));
        lines.add("");
        lines.addAll(MarkdownTable.wrap("**" + verdict.text + "**: " + reason));
        if (!figures.isEmpty()) {
            lines.add("");
            lines.addAll(figures);
        }
    }
}
