package musubi.journal;

import musubi.journal.JournalFormat.Outcome;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;
import musubi.replay.journal.ThreadStreams;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The answers in a journal to the questions of one course. Thread rule: the thread that holds the
 * rank.
 */
final class OutcomeReader {
    private final MatchLog order;
    private final ExcerptTailer tailer;
    private final long course;

    /** How many questions the recorded rank had answered in all. */
    private final long completed;

    private Outcome next;
    private long calls;

    /** With a cursor of its own. */
    OutcomeReader(MatchLog order, ExcerptTailer tailer, long course, long answered) {
        this.order = order;
        this.tailer = tailer;
        this.course = course;
        this.completed = answered;
        next = read();
    }

    /** The next question that was not answered with no; null at the end of the journal. */
    private Outcome read() {
        while (true) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return null;
                }
                Bytes<?> bytes = document.wire().bytes();
                Outcome answer =
                        bytes.readByte() == JournalFormat.OUTCOME
                                ? JournalFormat.readOutcome(bytes)
                                : null;
                if (answer != null && ThreadStreams.streamOf(answer.number()) == course) {
                    return answer;
                }
            }
        }
    }

    /** As {@link MatchLog#recordedOutcome}. */
    int[] next(NondeterministicCall question) {
        long number = calls++;
        boolean isNo = number < (next == null ? completed : next.number() - course);
        if (isNo && isWait(question)) {
            throw order.diverged(
                    "question=" + number + " was answered with no",
                    "question=" + number + " is " + question + ", which waits");
        }
        if (isNo || next == null) {
            return isNo ? null : MatchLog.NOT_RECORDED;
        }
        if (next.question() != question) {
            throw order.diverged(
                    "question=" + number + " was " + next.question(),
                    "question=" + number + " is " + question);
        }
        int[] places = next.places();
        next = read();
        return places;
    }

    private static boolean isWait(NondeterministicCall question) {
        return switch (question) {
            case WAIT_ANY, WAIT_SOME, PROBE -> true;
            default -> false;
        };
    }
}
