package musubi.embedded;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The output of a rank: its lines go to another stream, each with the rank in front, and the last
 * ones are kept for reports.
 *
 * <p>Thread rule: any thread.
 */
public final class TaggedOutput extends OutputStream {
    private static final int KEPT_LINES = 50;

    private final String tag;
    private final PrintStream target;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Deque<String> kept = new ArrayDeque<>();

    /** The output of this rank. */
    public TaggedOutput(int rank, PrintStream target) {
        tag = "[" + rank + "] ";
        this.target = target;
    }

    /** The stream that the rank writes to. */
    public PrintStream stream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int b) {
        if (b == '\n') {
            endLine();
        } else if (b != '\r') {
            line.write(b);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        for (int i = from; i < from + count; i++) {
            write(bytes[i]);
        }
    }

    private void endLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        kept.add(text);
        if (kept.size() > KEPT_LINES) {
            kept.remove();
        }
        target.println(tag + text);
    }

    /** Ends a line without terminator. */
    public synchronized void finish() {
        if (line.size() > 0) {
            endLine();
        }
    }

    /** The last lines. */
    public synchronized List<String> lines() {
        return List.copyOf(kept);
    }
}
