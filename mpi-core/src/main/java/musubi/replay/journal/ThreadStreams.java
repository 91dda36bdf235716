package musubi.replay.journal;

import java.util.HashMap;
import java.util.Map;

/**
 * Identifies the threads of a rank in the same way in each run, so that the calls of one have the
 * same numbers whatever the others do. The thread that called Init is identified as such, all
 * others by their names; those of one name count together. With one thread at a time (up to {@code
 * MPI_THREAD_SERIALIZED}) there is one course only.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class ThreadStreams {
    /** A course of a number; what is below it counts within the course. */
    private static final int SHIFT = 40;

    private static final int MOST = (1 << Long.SIZE - 1 - SHIFT) - 1;

    private final boolean many;
    private final Thread first = Thread.currentThread();
    private final Map<Long, String> names = new HashMap<>();

    /**
     * Of the rank that the calling thread makes, in which at most one thread calls at a time, or
     * many.
     */
    public ThreadStreams(boolean many) {
        this.many = many;
    }

    /** Whether there may be several. */
    public boolean isMultithreaded() {
        return many;
    }

    /** The first number in the course of the calling thread. */
    public long currentStream() {
        Thread thread = Thread.currentThread();
        if (!many || thread == first) {
            return 0;
        }
        String name = thread.getName();
        long course = 1L + Math.floorMod(name.hashCode(), MOST) << SHIFT;
        names.putIfAbsent(course, name);
        return course;
    }

    /** The course that a number is of. */
    public static long streamOf(long number) {
        return number & -1L << SHIFT;
    }

    /** A number in words, for reports. */
    public String describe(long number) {
        long course = streamOf(number);
        String place = Long.toString(number - course);
        return course == 0 ? place : place + " of thread=" + names.get(course);
    }
}
