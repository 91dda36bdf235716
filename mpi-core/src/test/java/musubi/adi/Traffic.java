package musubi.adi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The traffic of the {@link CountingTransport}s of this JVM; reset by each test. */
public final class Traffic {
    private static final Traffic TOTAL = new Traffic();

    private final AtomicLongArray messages = new AtomicLongArray(256);
    private final AtomicLong stagedBytes = new AtomicLong();
    private final AtomicLong remoteBytes = new AtomicLong();

    private Traffic() {}

    /** The counts since {@link #reset}. */
    public static Traffic total() {
        return TOTAL;
    }

    /** Resets the counts to 0. */
    public static void reset() {
        for (int kind = 0; kind < TOTAL.messages.length(); kind++) {
            TOTAL.messages.set(kind, 0);
        }
        TOTAL.stagedBytes.set(0);
        TOTAL.remoteBytes.set(0);
    }

    void message(int kind, long bytes) {
        messages.incrementAndGet(kind);
        stagedBytes.addAndGet(bytes);
    }

    void remote(long bytes) {
        remoteBytes.addAndGet(bytes);
    }

    /** Messages of a kind. */
    public long messages(int kind) {
        return messages.get(kind);
    }

    /** Payload of messages, copied twice: in by the sender and out by the receiver. */
    public long stagedBytes() {
        return stagedBytes.get();
    }

    /** Bytes copied once, directly from buffer to buffer. */
    public long remoteBytes() {
        return remoteBytes.get();
    }

    @Override
    public String toString() {
        return "staged=" + stagedBytes + " remote=" + remoteBytes + " messages=" + messages;
    }
}
