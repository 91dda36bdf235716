package musubi.journal;

import musubi.journal.JournalFormat.Answer;
import musubi.replay.Courses;
import musubi.replay.MatchOrder;
import musubi.replay.Question;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The answers in a journal to the questions of one course. Thread rule: the thread that holds the
 * rank.
 */
final class RecordedAnswers {
    private final MatchOrder order;
    private final ExcerptTailer tailer;
    private final long course;

    /** How many questions the recorded rank had answered in all. */
    private final long answered;

    private Answer next;
    private long asked;

    /** With a cursor of its own. */
    RecordedAnswers(MatchOrder order, ExcerptTailer tailer, long course, long answered) {
        this.order = order;
        this.tailer = tailer;
        this.course = course;
        this.answered = answered;
        next = read();
    }

    /** The next question that was not answered with no; null at the end of the journal. */
    private Answer read() {
        while (true) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return null;
                }
                Bytes<?> bytes = document.wire().bytes();
                Answer answer =
                        bytes.readByte() == JournalFormat.ANSWER
                                ? JournalFormat.readAnswer(bytes)
                                : null;
                if (answer != null && Courses.of(answer.number()) == course) {
                    return answer;
                }
            }
        }
    }

    /** As {@link MatchOrder#answer}. */
    int[] next(Question question) {
        long number = asked++;
        boolean isNo = number < (next == null ? answered : next.number() - course);
        if (isNo && isWait(question)) {
            throw order.diverged(
                    "question=" + number + " was answered with no",
                    "question=" + number + " is " + question + ", which waits");
        }
        if (isNo || next == null) {
            return isNo ? null : MatchOrder.NOT_TOLD;
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

    private static boolean isWait(Question question) {
        return switch (question) {
            case WAIT_ANY, WAIT_SOME, PROBE -> true;
            default -> false;
        };
    }
}
