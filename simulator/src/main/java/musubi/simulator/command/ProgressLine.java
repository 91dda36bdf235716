package musubi.simulator.command;

import java.io.PrintWriter;

/** A line on a terminal that stays below the other output; without a terminal, a line each time. */
final class ProgressLine {
    private static final String ERASE = "\r\033[K";

    private final PrintWriter err;
    private final boolean terminal;
    private String shown = "";

    ProgressLine(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** Shows another text in place of the last one; an empty one removes the line. */
    synchronized void show(String text) {
        if (!terminal) {
            if (!text.isEmpty()) {
                err.println(text);
            }
            return;
        }
        err.print((shown.isEmpty() ? "" : ERASE) + text);
        err.flush();
        shown = text;
    }

    /** Prints other output above it. */
    synchronized void above(Runnable printing) {
        String text = shown;
        show("");
        printing.run();
        show(terminal ? text : "");
    }
}
