package musubi.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The latest failures that MPI calls of the rank have thrown. An executor keeps the exception of a
 * task in its {@code Future}, which may never be read, so a report of a deadlock repeats it. Any
 * thread.
 */
public final class RecentFailures {
    private static final int MOST = 4;

    private final ArrayDeque<Failure> latest = new ArrayDeque<>();

    private record Failure(long threadId, String thread, String text) {}

    /** For a rank without failures. */
    public RecentFailures() {}

    /**
     * The calling thread throws a failure out of an MPI call.
     *
     * @param text call, place and message
     */
    public void thrown(String text) {
        Thread thread = Thread.currentThread();
        synchronized (latest) {
            if (latest.size() == MOST) {
                latest.removeFirst();
            }
            latest.add(new Failure(thread.threadId(), thread.getName(), text));
        }
    }

    /** Whether there was none. */
    public boolean isEmpty() {
        synchronized (latest) {
            return latest.isEmpty();
        }
    }

    /** A line for each, in order. */
    public List<String> lines() {
        synchronized (latest) {
            return latest.stream()
                    .map(failure -> "an exception that the program has caught, in " + failure.text)
                    .toList();
        }
    }

    /** A line for each failure of a thread that is none of these, in order. */
    List<String> linesExceptOf(Set<Thread> threads) {
        List<String> lines = new ArrayList<>();
        synchronized (latest) {
            for (Failure failure : latest) {
                if (threads.stream().noneMatch(t -> t.threadId() == failure.threadId)) {
                    lines.add(
                            "its thread \"%s\" had an exception before, in %s"
                                    .formatted(failure.thread, failure.text));
                }
            }
        }
        return lines;
    }
}
