package musubi.adi;

import musubi.region.Region;
import musubi.region.RegionTable;

import java.util.function.BooleanSupplier;

/**
 * Capability of a transport: memory that all ranks of the node have mapped. Each rank has a number
 * of lines in it, which it writes and all read: {@link NodeFlags#FLAG_BYTES} for flags and, once
 * reserved, {@link NodeFlags#STAGING_AREA_BYTES} for bulk data. {@link NodeFlags} is the protocol
 * on a line.
 *
 * <p>Thread rule: as {@link Transport}.
 */
public interface NodeMemory {
    /**
     * A line of a rank.
     *
     * @param place the rank's number on this node, for {@link #wake}
     * @param flags start of the flags in the mapping, in bytes; a multiple of the cache line
     * @param staging start of the staging areas in the mapping, in bytes; a multiple of the page
     * @param exposed regions that the rank exposes by reference; null when it lives in another JVM
     */
    record Line(int place, long flags, long staging, RegionTable exposed) {}

    /**
     * Locates a line.
     *
     * @return null when the rank is on another node or has no line of this number
     */
    Line line(int worldRank, int line);

    /** The whole memory, with the fastest way to copy many bytes from and to it. */
    Region mapping();

    /**
     * Backs the staging areas of this rank's own line with memory; once.
     *
     * @return false when there is none; then the areas must not be used
     */
    boolean reserveStaging(int line);

    /** Wakes the rank at this place if it sleeps in {@link Transport#sleep}. */
    void wake(int place);

    /**
     * Keeps this rank from sleeping in {@link Transport#sleep} while a condition on the memory
     * holds.
     *
     * @param arrived evaluated by the thread that is about to sleep; null for no condition
     */
    void watch(BooleanSupplier arrived);
}
