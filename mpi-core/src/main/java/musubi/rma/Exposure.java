package musubi.rma;

import musubi.group.RankGroup;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * The part of a window that belongs to this rank as a target: what accesses by messages work on.
 * Thread rule: the thread that holds the rank.
 */
final class Exposure {
    final ExposedMemory memory;

    /** The {@link ControlBlock}. */
    final MemorySegment control;

    /** Of exposure epochs of other ranks that this rank may access. */
    final Signals posts;

    /** Of accesses of other ranks to this rank that are complete. */
    final Signals completions;

    /** Why accesses of an origin have failed, until it flushes. */
    private final Map<Integer, String> failures = new HashMap<>();

    Exposure(ExposedMemory memory, MemorySegment control, RankGroup ranks) {
        this.memory = memory;
        this.control = control;
        posts = new Signals("Win.start", ranks);
        completions = new Signals("Win.waitFor", ranks);
    }

    /** An access that is not answered has failed. */
    void noteFailure(int origin, String reason) {
        failures.putIfAbsent(origin, reason);
    }

    /** The first failure of an origin since the last call, or null. */
    String takeFailure(int origin) {
        return failures.remove(origin);
    }
}
