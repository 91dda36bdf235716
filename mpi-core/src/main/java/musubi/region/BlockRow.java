package musubi.region;

/**
 * Equally long blocks at equal distances in a region, and the place of their bytes when packed. A
 * mutable parameter object.
 */
public final class BlockRow {
    /** Start of the first block in the region, in bytes. */
    public long first;

    /** From the start of a block to that of the next one, in bytes; may be negative. */
    public long stride;

    /** Bytes of a block. */
    public int length;

    /** Number of blocks. */
    public int count;

    /** Start of the first block in the packed bytes. */
    public int packedAt;

    public BlockRow() {}
}
