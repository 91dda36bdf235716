package musubi.launch.output;

import musubi.launch.hosts.RankRange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Forwards one output stream, usually that of one rank, to mpiexec's. Lines pass as a whole. An
 * unfinished line passes at the end of the stream, above {@link #MAX_HELD_BYTES}, and, for rank 0,
 * after a pause (a prompt). Bytes pass unchanged.
 */
public final class OutputForwarder {
    private static final int CHUNK_BYTES = 64 * 1024;

    /** Longer lines are written in pieces that may interleave with other output. */
    private static final int MAX_HELD_BYTES = 16 * 1024 * 1024;

    /** Larger buffers are freed after the long line that needed them. */
    private static final int MAX_KEPT_BYTES = 256 * 1024;

    /** The pause between polls, in ms. */
    public static final int POLL_MS = 5;

    private final InputStream source;
    private final LineSink sink;
    private final LineFormat format;
    private final boolean prompts;
    private final Thread thread;
    private byte[] bytes = new byte[CHUNK_BYTES];
    private int held;
    private volatile boolean tagging;
    private volatile boolean reading = true;
    private volatile long lastByteNs = System.nanoTime();

    /**
     * Starts forwarding on a thread of its own.
     *
     * @param ranks the owners of the stream
     * @param source the stream
     * @param sink the destination
     * @param format the form of the lines
     */
    OutputForwarder(RankRange ranks, InputStream source, LineSink sink, LineFormat format) {
        this.source = source;
        this.sink = sink;
        this.format = format;
        this.prompts = ranks.first() == 0 && !format.isEncoded();
        this.thread = new Thread(null, this::run, "rank-" + ranks + "-output", 256 * 1024L);
        thread.setDaemon(true);
        thread.start();
    }

    /** Prefixes all further lines with the number of their rank unless they have a prefix. */
    public void startTagging() {
        tagging = true;
    }

    /** Nanoseconds since the last byte. */
    public long quietNs() {
        return System.nanoTime() - lastByteNs;
    }

    /**
     * Waits for the end of the stream: for a number of polls while it is open but silent; without
     * limit while its bytes wait for the reader of mpiexec's output, except in a hurry. Polls are
     * counted, not time, which also passes while the machine runs none of these threads.
     *
     * @param polls the number of polls, each {@link #POLL_MS} apart
     * @return the number of polls left; negative if the stream has not ended
     */
    public int finish(int polls, boolean hurry) {
        int left = polls;
        try {
            long seenNs = lastByteNs;
            while (!thread.join(Duration.ofMillis(POLL_MS))) {
                boolean silent = reading && lastByteNs == seenNs;
                seenNs = lastByteNs;
                if ((hurry || silent) && --left < 0) {
                    return left;
                }
            }
            return left;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private void run() {
        try {
            int count;
            while ((count = read()) >= 0) {
                lastByteNs = System.nanoTime();
                forward(count);
            }
        } catch (IOException e) {
            // The process and its pipe are gone: equivalent to the end of the stream.
            reading = false;
        }
        pass(held);
        sink.ended(this);
    }

    private int read() throws IOException {
        if (held > 0 && prompts) {
            offerPrompt();
        }
        reading = true;
        int count = source.read(bytes, held, bytes.length - held);
        reading = false;
        return count;
    }

    private byte[] currentTag() {
        byte[] prefix = format.prefix();
        return prefix == null && tagging
                ? format.rankPrefix().getBytes(StandardCharsets.US_ASCII)
                : prefix;
    }

    /** Writes the first held bytes. */
    private void pass(int count) {
        if (format.isEncoded()) {
            byte[] encoded = format.encode(bytes, 0, count);
            sink.write(this, null, encoded, 0, encoded.length);
        } else {
            sink.write(this, currentTag(), bytes, 0, count);
        }
    }

    private void forward(int count) {
        int end = held + count;
        int lines = end;
        while (lines > held && bytes[lines - 1] != '\n') {
            lines--;
        }
        if (lines > held) {
            pass(lines);
            System.arraycopy(bytes, lines, bytes, 0, end - lines);
            held = end - lines;
            if (bytes.length > MAX_KEPT_BYTES && held < CHUNK_BYTES) {
                bytes = Arrays.copyOf(bytes, CHUNK_BYTES);
            }
        } else {
            held = end;
        }
        if (held >= MAX_HELD_BYTES) {
            pass(held);
            held = 0;
        }
        if (held == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(MAX_HELD_BYTES, 2 * bytes.length));
        }
    }

    private void offerPrompt() throws IOException {
        try {
            for (long waitedMs = 0; waitedMs < OutputSink.QUIET_MS; waitedMs += POLL_MS) {
                if (source.available() > 0) {
                    return;
                }
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (sink.offer(this, currentTag(), bytes, 0, held)) {
            held = 0;
        }
    }
}
