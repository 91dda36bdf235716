package musubi.tcp.memory;

/**
 * The memory in which the connections of a rank keep frames, half of {@code tcp.memory}; the
 * kernel's buffers have the rest. The two directions do not share: arrivals, among them the
 * acknowledgements that free memory of sends, never wait for memory of sends.
 *
 * <p>Thread rule: the thread with exclusive access.
 *
 * @param reads for frames that have arrived in part
 * @param writes for frames that the peers have not acknowledged
 */
public record FrameMemory(PagePool reads, PagePool writes) {
    /** Parts of all memory: one for reads, three for writes, four for the kernel. */
    private static final int PARTS = 8;

    private static final int WRITE_PARTS = 3;

    /**
     * Empty pools.
     *
     * @param bytes {@code tcp.memory}; 0 for no limit
     */
    public static FrameMemory of(long bytes) {
        long part = bytes == 0 ? Long.MAX_VALUE / WRITE_PARTS : bytes / PARTS;
        return new FrameMemory(new PagePool(part), new PagePool(WRITE_PARTS * part));
    }

    /** A connection has got a reader and a writer. */
    public void open() {
        reads.addUser(1);
        writes.addUser(1);
        // For acknowledgements, which the peers need to free their memory.
        writes.addReserve(1);
    }

    /** A connection has lost its reader and its writer. */
    public void close() {
        reads.addUser(-1);
        writes.addUser(-1);
        writes.addReserve(-1);
    }

    /** Bytes of both pools, in use or not. */
    public long bytes() {
        return reads.bytes() + writes.bytes();
    }

    /** A few milliseconds have passed. */
    public void tick() {
        reads.tick();
        writes.tick();
    }
}
