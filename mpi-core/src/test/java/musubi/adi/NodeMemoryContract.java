package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The part of the contract about memory mapped by the ranks of a node. */
public abstract class NodeMemoryContract extends ConcurrentTransportContract {
    private static final int LINE = 3;
    private static final long SLEEP_NS = 15_000_000_000L;

    protected NodeMemoryContract() {}

    private static NodeFlags flags(ContractJob job, int rank) {
        NodeMemory memory = job.transport(rank).capability(NodeMemory.class);
        int[] worldRanks = new int[job.ranks()];
        for (int i = 0; i < worldRanks.length; i++) {
            worldRanks[i] = i;
        }
        return NodeFlags.of(memory, LINE, rank, worldRanks);
    }

    @Test
    void shouldReadPublishedDataWhenTheWriterRunsAhead() {
        assumeTrue(has(NodeMemory.class));
        try (ContractJob job = open(3)) {
            NodeFlags writer = flags(job, 1);
            MemorySegment map = writer.mapping().segment();
            for (long number = 1; number <= 3L * NodeFlags.DEPTH; number++) {
                map.set(ValueLayout.JAVA_LONG, writer.dataOf(1, number), -number);
                writer.publish(number);
            }
            NodeFlags reader = flags(job, 2);
            for (long number = 2L * NodeFlags.DEPTH + 1; number <= 3L * NodeFlags.DEPTH; number++) {
                assertTrue(reader.isPublished(1, number));
                long at = reader.dataOf(1, number);
                long data = reader.mapping().segment().get(ValueLayout.JAVA_LONG, at);
                assertEquals(-number, data);
            }
            assertFalse(reader.isPublished(1, 3L * NodeFlags.DEPTH + 1));
            assertFalse(reader.isPublished(0, 1));
        }
    }

    @Test
    void shouldReadStagingAreasWhenReserved() {
        assumeTrue(has(NodeMemory.class));
        try (ContractJob job = open(2)) {
            NodeFlags writer = flags(job, 0);
            assertTrue(writer.reserveStaging());
            byte[] content = Patterns.bytes(seed, NodeFlags.STAGING_BYTES);
            for (long number = 1; number <= NodeFlags.STAGING_DEPTH; number++) {
                Region source = Patterns.region(content);
                source.copyTo(0, writer.mapping(), writer.stagingOf(0, number), content.length);
            }
            NodeFlags reader = flags(job, 1);
            for (long number = 1; number <= NodeFlags.STAGING_DEPTH; number++) {
                byte[] seen = new byte[content.length];
                long at = reader.stagingOf(0, number);
                reader.mapping().copyTo(at, Patterns.region(seen), 0, seen.length);
                assertArrayEquals(content, seen);
                reader.mapping().discard(at, seen.length);
            }
        }
    }

    @Test
    void shouldHaveNoLineWhenTheRankOrTheNumberIsUnknown() {
        assumeTrue(has(NodeMemory.class));
        try (ContractJob job = open(2)) {
            NodeMemory memory = job.transport(0).capability(NodeMemory.class);
            assertNull(memory.line(9, LINE));
            assertNull(memory.line(0, Integer.MAX_VALUE));
            assertNull(NodeFlags.of(memory, LINE, 0, new int[] {0, 9}));
        }
    }

    @Test
    void shouldWakeWhenFlagsArePublished() throws Exception {
        assumeTrue(has(NodeMemory.class));
        int rounds = 2000;
        try (ContractJob job = open(2)) {
            job.inThreads(
                    rank -> {
                        NodeFlags flags = flags(job, rank);
                        int other = 1 - rank;
                        for (long number = 1; number <= rounds; number++) {
                            if (rank == 0) {
                                flags.publish(number);
                                flags.wake(other);
                            }
                            awaitPublished(job, flags, other, number);
                            if (rank == 1) {
                                flags.publish(number);
                                flags.wake(other);
                            }
                        }
                    });
        }
    }

    private static void awaitPublished(ContractJob job, NodeFlags flags, int other, long number) {
        flags.watch(() -> flags.isPublished(other, number));
        long start = System.nanoTime();
        while (!flags.isPublished(other, number)) {
            job.transport(1 - other).sleep(SLEEP_NS);
        }
        flags.watch(null);
        assertTrue(System.nanoTime() - start < SLEEP_NS / 2, "slept too long");
    }
}
