package musubi.launch.output;

import musubi.launch.failure.CommandName;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * One of mpiexec's two output streams, shared by all ranks. Lines stay whole: a write during
 * another writer's unfinished line waits up to {@link #QUIET_MS} for its end, then starts a new
 * line.
 *
 * <p>Thread rule: any thread.
 */
public final class OutputSink implements LineSink {
    /** The beginning of the launcher's own messages. */
    public static final String PREFIX = CommandName.get() + ": ";

    /** The longest delay of other writers after the last byte of an unfinished line, in ms. */
    static final long QUIET_MS = 50;

    /** The time limit for a reader that takes nothing when mpiexec is to end, in ms. */
    private static final long HURRY_MS = 1_000;

    /** Java's message for a pipe without a reader. */
    private static final String BROKEN_PIPE = "Broken pipe";

    private final OutputStream stream;
    private final Consumer<String> onClosed;
    private final ByteArrayOutputStream tagged = new ByteArrayOutputStream();
    private Object midLine;
    private long lastByteNs;
    private boolean writerGone;
    private boolean closed;

    /**
     * A sink.
     *
     * @param stream unbuffered; never closed here
     * @param onClosed runs at the first failed write, with the cause; null if the reader is gone
     */
    public OutputSink(OutputStream stream, Consumer<String> onClosed) {
        this.stream = stream;
        this.onClosed = onClosed;
    }

    @Override
    public synchronized void write(Object writer, byte[] tag, byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        boolean goesOn = midLine == writer;
        if (midLine != null && !goesOn) {
            waitForEndOfLine();
            if (midLine != null) {
                put(new byte[] {'\n'}, 0, 1);
            }
        }
        if (tag == null) {
            put(bytes, from, to);
        } else {
            putTagged(tag, goesOn, bytes, from, to);
        }
        boolean lineEnded = bytes[to - 1] == '\n';
        midLine = lineEnded ? null : writer;
        writerGone = false;
        lastByteNs = System.nanoTime();
        if (lineEnded) {
            notifyAll();
        }
    }

    @Override
    public synchronized boolean offer(Object writer, byte[] tag, byte[] bytes, int from, int to) {
        if (midLine != null && midLine != writer) {
            return false;
        }
        write(writer, tag, bytes, from, to);
        return true;
    }

    @Override
    public synchronized void ended(Object writer) {
        if (midLine == writer) {
            writerGone = true;
            notifyAll();
        }
    }

    /** Writes a message of mpiexec with its prefix, on lines of its own. */
    public void report(String text) {
        message(PREFIX + text);
    }

    /**
     * Writes the last messages of mpiexec.
     *
     * @param hurry whether to return after a while although the reader takes nothing
     */
    public void reportAll(List<String> texts, boolean hurry) throws InterruptedException {
        Thread writing =
                Thread.ofPlatform()
                        .daemon()
                        .name("last-messages")
                        .start(() -> texts.forEach(this::report));
        writing.join(hurry ? HURRY_MS : 0);
    }

    /** Writes a text on lines of its own. */
    public void message(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        write(this, null, bytes, 0, bytes.length);
    }

    private void waitForEndOfLine() {
        long quietNs = QUIET_MS * 1_000_000;
        long leftNs;
        while (midLine != null
                && !writerGone
                && (leftNs = quietNs - (System.nanoTime() - lastByteNs)) > 0) {
            try {
                wait(leftNs / 1_000_000 + 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void putTagged(byte[] tag, boolean goesOn, byte[] bytes, int from, int to) {
        tagged.reset();
        boolean lineBegins = !goesOn;
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && bytes[end] != '\n') {
                end++;
            }
            end = Math.min(end + 1, to);
            if (lineBegins) {
                tagged.write(tag, 0, tag.length);
            }
            tagged.write(bytes, at, end - at);
            lineBegins = true;
            at = end;
        }
        put(tagged.toByteArray(), 0, tagged.size());
    }

    private void put(byte[] bytes, int from, int to) {
        if (closed) {
            return;
        }
        try {
            stream.write(bytes, from, to - from);
            stream.flush();
        } catch (IOException e) {
            closed = true;
            String reason = e.getMessage();
            onClosed.accept(BROKEN_PIPE.equals(reason) ? null : reason);
        }
    }
}
