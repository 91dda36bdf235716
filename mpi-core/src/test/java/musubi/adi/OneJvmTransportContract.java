package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Additions to the contract of a transport when all ranks of the node live in one JVM. */
public abstract class OneJvmTransportContract extends PostedReceiveContract {
    private static final int ROUND_ACCESSES = 10_000;

    protected OneJvmTransportContract() {}

    @Override
    protected final boolean sharesAddressSpace() {
        return true;
    }

    @Override
    protected final boolean hasKeysForAllMemory() {
        return true;
    }

    private static RemoteMemory memory(ContractJob job, int from, int to) {
        return job.endpoint(from, to).capability(RemoteMemory.class);
    }

    @Test
    void shouldReachMemoryOfEveryKindByReference() {
        try (ContractJob job = open(2)) {
            byte[] content = Patterns.bytes(seed, 4000);
            for (int offset : new int[] {0, 1, 5}) {
                for (Region theirs : Patterns.inAllKinds(new byte[4000], offset)) {
                    exchangeWithAllKinds(job, theirs, content, offset);
                }
            }
        }
    }

    private static void exchangeWithAllKinds(
            ContractJob job, Region theirs, byte[] content, int offset) {
        for (Region source : Patterns.inAllKinds(content, offset)) {
            exchange(job, theirs, source, content);
        }
    }

    private static void exchange(ContractJob job, Region theirs, Region source, byte[] content) {
        long key = memory(job, 1, 0).remoteKey(theirs);
        assertTrue(key >= 0);
        RemoteMemory remote = memory(job, 0, 1);
        assertEquals(SendOutcome.ACCEPTED, remote.tryPut(key, 16, source, 8, 3000));
        byte[] got = new byte[3000];
        Region into = Patterns.region(got);
        assertEquals(SendOutcome.ACCEPTED, remote.tryGet(key, 16, into, 0, 3000));
        assertArrayEquals(java.util.Arrays.copyOfRange(content, 8, 3008), got);
        memory(job, 1, 0).forget(key);
    }

    @Test
    void shouldRefuseAKeyWhenForgotten() {
        try (ContractJob job = open(2)) {
            Region region = Patterns.region(new byte[64]);
            long key = memory(job, 1, 0).remoteKey(region);
            memory(job, 1, 0).forget(key);
            memory(job, 1, 0).forget(key);
            memory(job, 1, 0).forget(-1);
            long next = memory(job, 1, 0).remoteKey(region);
            RemoteMemory remote = memory(job, 0, 1);
            assertThrows(IllegalArgumentException.class, () -> remote.tryGet(key, 0, region, 0, 8));
            assertEquals(SendOutcome.ACCEPTED, remote.tryGet(next, 0, region, 0, 8));
        }
    }

    @Test
    void shouldStayInsideOfTheRegion() {
        try (ContractJob job = open(2)) {
            Region region = new Region().wrapArray(new int[100], 40, 80);
            long key = memory(job, 1, 0).remoteKey(region);
            RemoteMemory remote = memory(job, 0, 1);
            for (long[] wrong : new long[][] {{0, 81}, {73, 8}, {-1, 8}, {0, -1}}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> remote.tryPut(key, wrong[0], region, 0, wrong[1]));
            }
        }
    }

    @Test
    void shouldHaveNoKeyForMemoryOfOneThread() {
        try (ContractJob job = open(2);
                Arena confined = Arena.ofConfined()) {
            MemorySegment memory = confined.allocate(64);
            assertEquals(-1, memory(job, 0, 1).remoteKey(new Region().wrap(memory, 0, 64)));
        }
    }

    @Test
    void shouldAllocateNothingForRemoteAccess() {
        try (ContractJob job = open(2)) {
            Region there = Patterns.region(new byte[5000]);
            Region here = Patterns.region(new byte[5000]);
            double bytes =
                    LeastAllocation.perOperation(
                            ROUND_ACCESSES,
                            allocatedBytesPerMessage(),
                            accesses -> putAndGet(job, there, here, accesses));
            assertTrue(bytes < allocatedBytesPerMessage(), "allocated per access=" + bytes);
        }
    }

    private static void putAndGet(ContractJob job, Region there, Region here, int times) {
        RemoteMemory remote = memory(job, 0, 1);
        for (int i = 0; i < times; i++) {
            long key = memory(job, 1, 0).remoteKey(there);
            remote.tryPut(key, 0, here, 0, 5000);
            remote.tryGet(key, 0, here, 0, 5000);
            memory(job, 1, 0).forget(key);
        }
    }
}
