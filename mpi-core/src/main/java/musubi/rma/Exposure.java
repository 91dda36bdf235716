package musubi.rma;

import musubi.group.RankGroup;
import musubi.rma.check.AccessTable;
import musubi.rma.memory.ControlBlock;

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

    /** The accesses to this rank that are under way; null without checks. */
    final AccessTable table;

    /** The ranks of the window. */
    final RankGroup ranks;

    /** Of exposure epochs of other ranks that this rank may access. */
    final Signals posts;

    /** Of accesses of other ranks to this rank that are complete. */
    final Signals completions;

    /** Why accesses of an origin have failed, until it flushes. */
    private final Map<Integer, String> failures = new HashMap<>();

    /**
     * What a rank exposes.
     *
     * @param checks whether the control block has a table of accesses
     */
    Exposure(ExposedMemory memory, MemorySegment control, boolean checks, RankGroup ranks) {
        this.memory = memory;
        this.control = control;
        this.ranks = ranks;
        table = checks ? ControlBlock.table(control) : null;
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
