package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class MemoryRegionTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @ParameterizedTest
    @EnumSource(
            value = AccessFlag.class,
            names = {"REMOTE_WRITE", "REMOTE_ATOMIC"})
    void shouldRefuseWhenRemoteChangeComesWithoutLocalWrite(AccessFlag right) {
        Set<AccessFlag> rights = EnumSet.of(right);
        assertThrows(MpiFailure.class, () -> left.domain.register(left.memory, rights));
    }

    @Test
    void shouldRefuseWhenMemoryIsReadOnlyOrCannotBeAligned() {
        MemorySegment readOnly = left.memory.asReadOnly();
        Set<AccessFlag> write = EnumSet.of(AccessFlag.LOCAL_WRITE);
        assertThrows(MpiFailure.class, () -> left.domain.register(readOnly, write));
        left.domain.register(readOnly, EnumSet.of(AccessFlag.REMOTE_READ));
        MemorySegment bytes = MemorySegment.ofArray(new byte[64]);
        assertThrows(MpiFailure.class, () -> left.domain.register(bytes, Side.ALL_RIGHTS));
        left.domain.register(MemorySegment.ofArray(new long[8]), Side.ALL_RIGHTS);
    }

    @Test
    void shouldReachHeapMemoryWhenArraysAreRegistered() {
        long[] source = {11, 22};
        long[] target = new long[4];
        MemoryRegion from = left.domain.register(MemorySegment.ofArray(source), Side.ALL_RIGHTS);
        MemoryRegion into = right.domain.register(MemorySegment.ofArray(target), Side.ALL_RIGHTS);
        left.post(
                SendWorkRequest.rdmaWrite(
                        1,
                        into.address() + 8,
                        into.remoteKey(),
                        new ScatterGatherEntry(from.address(), 16, from.localKey())));
        net.run();
        assertEquals("[0, 11, 22, 0]", Arrays.toString(target));
        assertEquals(32, into.lengthBytes());
    }

    @Test
    void shouldCountAddressesFromZeroWhenTheRegionIsZeroBased() {
        Set<AccessFlag> rights = EnumSet.copyOf(Side.ALL_RIGHTS);
        rights.add(AccessFlag.ZERO_BASED);
        MemoryRegion middle = right.domain.register(right.memory.asSlice(16, 16), rights);
        assertEquals(0, middle.address());
        left.put(0, "0123456789abcdef");
        left.post(SendWorkRequest.rdmaWrite(1, 8, middle.remoteKey(), left.entry(0, 8)));
        net.run();
        assertEquals(List.of(CompletionStatus.SUCCESS), left.sendStatuses(1));
        assertEquals("\0" + "01234567" + "\0", right.text(23, 10));
        left.post(SendWorkRequest.rdmaWrite(2, 9, middle.remoteKey(), left.entry(0, 8)));
        net.run();
        assertEquals(List.of(CompletionStatus.REM_ACCESS_ERR), left.sendStatuses(2));
    }

    @Test
    void shouldTouchExactlyTheRangeWhenItEndsAtTheBounds() {
        MemoryRegion middle = right.domain.register(right.memory.asSlice(16, 16), Side.ALL_RIGHTS);
        left.put(0, "0123456789abcdef");
        left.post(
                SendWorkRequest.rdmaWrite(
                        1, middle.address(), middle.remoteKey(), left.entry(0, 16)));
        net.run();
        assertEquals(1, left.sendStatuses(1).size());
        assertEquals("\0" + "0123456789abcdef" + "\0", right.text(15, 18));
    }

    @Test
    void shouldReturnDistinctKeysWhenRegionsAreExposedAndForgotten() {
        Set<Integer> keys = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            MemoryRegion region = left.domain.register(left.memory, Side.ALL_RIGHTS);
            assertNotEquals(region.localKey(), region.remoteKey());
            assertTrue(keys.add(region.localKey()), "a key came back at once");
            assertTrue(keys.add(region.remoteKey()), "a key came back at once");
            region.close();
            region.close();
        }
    }

    @Test
    void shouldRefuseToCloseDomainWhenInUse() {
        ProtectionDomain domain = left.adapter.allocateDomain();
        MemoryRegion region = domain.register(left.memory, Side.ALL_RIGHTS);
        MpiFailure failure = assertThrows(MpiFailure.class, domain::close);
        assertTrue(failure.getMessage().contains("users=1"));
        region.close();
        domain.close();
    }

    @Test
    void shouldRefuseWhenLoopbackAddressIsTaken() {
        assertThrows(MpiFailure.class, () -> net.fabric.attach(1, 4));
    }
}
