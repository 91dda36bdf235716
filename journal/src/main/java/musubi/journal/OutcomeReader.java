package musubi.journal;

import musubi.journal.JournalFormat.Outcome;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;
import musubi.replay.journal.ThreadStreams;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The recorded outcomes of the calls of one thread stream. Thread rule: the thread that holds the
 * rank.
 */
final class OutcomeReader {
    private final MatchLog log;
    private final ExcerptTailer tailer;
    private final long stream;

    /** Number of recorded calls. */
    private final long completed;

    private Outcome next;
    private long calls;

    /** A reader with its own tailer. */
    OutcomeReader(MatchLog log, ExcerptTailer tailer, long stream, long completed) {
        this.log = log;
        this.tailer = tailer;
        this.stream = stream;
        this.completed = completed;
        next = read();
    }

    /** The next outcome other than "no"; null at the end of the journal. */
    private Outcome read() {
        while (true) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return null;
                }
                Bytes<?> bytes = document.wire().bytes();
                Outcome outcome =
                        bytes.readByte() == JournalFormat.OUTCOME
                                ? JournalFormat.readOutcome(bytes)
                                : null;
                if (outcome != null && ThreadStreams.streamOf(outcome.number()) == stream) {
                    return outcome;
                }
            }
        }
    }

    /** As {@link MatchLog#recordedOutcome}. */
    int[] next(NondeterministicCall call) {
        long number = calls++;
        boolean isNo = number < (next == null ? completed : next.number() - stream);
        if (isNo && isWait(call)) {
            throw log.diverged(
                    "call=" + number + " had the outcome no",
                    "call=" + number + " is " + call + ", which waits");
        }
        if (isNo || next == null) {
            return isNo ? null : MatchLog.NOT_RECORDED;
        }
        if (next.call() != call) {
            throw log.diverged(
                    "call=" + number + " was " + next.call(), "call=" + number + " is " + call);
        }
        int[] indices = next.indices();
        next = read();
        return indices;
    }

    private static boolean isWait(NondeterministicCall call) {
        return switch (call) {
            case WAIT_ANY, WAIT_SOME, PROBE -> true;
            default -> false;
        };
    }
}
