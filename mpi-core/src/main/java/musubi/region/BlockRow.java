package musubi.region;

/**
 * Equally long blocks at equal distances in a region, and where their bytes lie one behind the
 * other. A mutable parameter object.
 */
public final class BlockRow {
    /** Where the first block starts in the region, in bytes. */
    public long first;

    /** From the start of a block to that of the next one, in bytes; may be negative. */
    public long stride;

    /** Bytes of a block. */
    public int length;

    /** How many blocks. */
    public int count;

    /** Where the first block starts in the packed bytes. */
    public int packedAt;

    public BlockRow() {}
}
