package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.LOC_LEN_ERR;
import static musubi.verbs.work.CompletionStatus.LOC_PROT_ERR;
import static musubi.verbs.work.CompletionStatus.LOC_QP_OP_ERR;
import static musubi.verbs.work.CompletionStatus.REM_ACCESS_ERR;
import static musubi.verbs.work.CompletionStatus.REM_INV_REQ_ERR;
import static musubi.verbs.work.CompletionStatus.REM_OP_ERR;
import static musubi.verbs.work.CompletionStatus.RETRY_EXC_ERR;
import static musubi.verbs.work.CompletionStatus.SUCCESS;
import static musubi.verbs.work.CompletionStatus.WR_FLUSH_ERR;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;
import musubi.verbs.work.WorkOpcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

class CompletionStatusTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    /** An invalid local entry, created on the given side. */
    private enum BadPiece {
        WRONG_KEY,
        REMOTE_KEY,
        STALE_KEY,
        BEFORE_START,
        BEYOND_END,
        FAR_AWAY,
        OTHER_DOMAIN,
        CLOSED_ARENA;

        ScatterGatherEntry on(Side side) {
            MemoryRegion region = side.region;
            long address = region.address();
            int key = region.localKey();
            return switch (this) {
                case WRONG_KEY -> new ScatterGatherEntry(address, 8, 0x7FFF_0000);
                case REMOTE_KEY -> new ScatterGatherEntry(address, 8, region.remoteKey());
                case STALE_KEY -> {
                    MemoryRegion old = side.domain.register(side.memory, Side.ALL_RIGHTS);
                    old.close();
                    side.domain.register(side.memory, Side.ALL_RIGHTS);
                    yield new ScatterGatherEntry(address, 8, old.localKey());
                }
                case BEFORE_START -> new ScatterGatherEntry(address - 1, 8, key);
                case BEYOND_END -> side.entry(Side.MEMORY_BYTES - 7, 8);
                case FAR_AWAY -> new ScatterGatherEntry(address + Long.MIN_VALUE, 8, key);
                case OTHER_DOMAIN -> {
                    ProtectionDomain other = side.adapter.allocateDomain();
                    MemoryRegion foreign = other.register(side.memory, Side.ALL_RIGHTS);
                    yield new ScatterGatherEntry(address, 8, foreign.localKey());
                }
                case CLOSED_ARENA -> closedArena(side);
            };
        }

        private static ScatterGatherEntry closedArena(Side side) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8, 8);
                MemoryRegion region = side.domain.register(memory, Side.ALL_RIGHTS);
                return new ScatterGatherEntry(region.address(), 8, region.localKey());
            }
        }
    }

    static Stream<Set<AccessFlag>> rightsWithoutOne() {
        return Stream.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC)
                .map(CompletionStatusTest::allRightsWithout);
    }

    private static Set<AccessFlag> allRightsWithout(AccessFlag one) {
        Set<AccessFlag> rights = EnumSet.copyOf(Side.ALL_RIGHTS);
        rights.remove(one);
        return rights;
    }

    @Test
    void shouldUseTheCodesOfVerbsWhenStatusIsEncoded() {
        List<Integer> codes =
                Stream.of(CompletionStatus.values()).map(CompletionStatus::code).toList();
        assertEquals(List.of(0, 1, 2, 4, 5, 7, 9, 10, 11, 12, 13), codes);
    }

    @Test
    void shouldFailBothSidesWhenMessageIsLongerThanReceive() {
        right.put(0, "keep");
        right.post(ReceiveWorkRequest.of(1, right.entry(0, 4)));
        left.post(SendWorkRequest.send(2, left.entry(0, 5)));
        net.run();
        assertEquals(List.of(LOC_LEN_ERR), right.receiveStatuses(1));
        assertEquals(List.of(REM_INV_REQ_ERR), left.sendStatuses(2));
        assertEquals("keep", right.text(0, 4));
        assertBothInError();
    }

    @Test
    void shouldHaveOnlyValidFieldsWhenCompletionIsAnError() {
        left.post(SendWorkRequest.rdmaRead(3, 0, 0, left.entry(0, 8)));
        net.run();
        WorkCompletion expected =
                new WorkCompletion(
                        3,
                        REM_ACCESS_ERR,
                        CompletionOpcode.INVALID,
                        0,
                        OptionalInt.empty(),
                        left.pair.number(),
                        PacketOpcode.NAK_REMOTE_ACCESS.ordinal());
        assertEquals(List.of(expected), left.sendsDone());
    }

    @Test
    void shouldFailLocallyWhenMessageIsLongerThanAdapterAllows() {
        int most = HostChannelAdapter.MAX_MESSAGE_BYTES;
        left.post(SendWorkRequest.send(1, left.entry(0, most), left.entry(0, most)));
        net.run();
        assertEquals(List.of(LOC_LEN_ERR), left.sendStatuses(1));
        assertEquals(0, left.wire.sent().size());
        assertEquals(QpState.ERR, left.pair.state());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 16})
    void shouldFailLocallyWhenAtomicResultIsNotEightBytes(int lengthBytes) {
        RemoteOperand operand = new RemoteOperand(right.address(0), right.remoteKey(), 1, 0);
        left.post(SendWorkRequest.fetchAndAdd(1, operand, left.entry(0, lengthBytes)));
        net.run();
        assertEquals(List.of(LOC_LEN_ERR), left.sendStatuses(1));
        assertEquals(0, right.getLong(0));
    }

    @Test
    void shouldFailLocallyWhenReadsAreNotProvidedFor() {
        ConnectedPair.change(left.pair, QpAttribute.MAX_RD_ATOMIC, 0);
        left.post(
                SendWorkRequest.rdmaRead(1, right.address(0), right.remoteKey(), left.entry(0, 8)));
        net.run();
        assertEquals(List.of(LOC_QP_OP_ERR), left.sendStatuses(1));
    }

    @ParameterizedTest
    @EnumSource(BadPiece.class)
    void shouldFailLocallyAndSendNothingWhenSendNamesBadMemory(BadPiece bad) {
        left.post(SendWorkRequest.send(1, left.entry(0, 8), bad.on(left)));
        net.run();
        assertEquals(List.of(LOC_PROT_ERR), left.sendStatuses(1));
        assertEquals(0, left.wire.sent().size());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @ParameterizedTest
    @EnumSource(BadPiece.class)
    void shouldFailLocallyAndChangeNothingWhenAtomicResultNamesBadMemory(BadPiece bad) {
        RemoteOperand operand = new RemoteOperand(right.address(0), right.remoteKey(), 1, 0);
        left.post(SendWorkRequest.fetchAndAdd(1, operand, bad.on(left)));
        net.run();
        assertEquals(List.of(LOC_PROT_ERR), left.sendStatuses(1));
        assertEquals(0, right.getLong(0));
    }

    @ParameterizedTest
    @EnumSource(BadPiece.class)
    void shouldFailBothSidesWhenReceiveNamesBadMemory(BadPiece bad) {
        right.put(0, "keep");
        right.post(ReceiveWorkRequest.of(1, right.entry(0, 4), bad.on(right)));
        left.post(SendWorkRequest.send(2, left.entry(0, 12)));
        net.run();
        assertEquals(List.of(LOC_PROT_ERR), right.receiveStatuses(1));
        assertEquals(List.of(REM_OP_ERR), left.sendStatuses(2));
        assertEquals("keep", right.text(0, 4));
        assertBothInError();
    }

    @Test
    void shouldFailWhenReceiveOrReadResultMayNotBeWritten() {
        MemoryRegion readOnly =
                right.domain.register(right.memory, EnumSet.of(AccessFlag.REMOTE_READ));
        right.post(
                ReceiveWorkRequest.of(
                        1, new ScatterGatherEntry(readOnly.address(), 8, readOnly.localKey())));
        left.post(SendWorkRequest.send(2, left.entry(0, 8)));
        net.run();
        assertEquals(List.of(LOC_PROT_ERR), right.receiveStatuses(1));
        assertEquals(List.of(REM_OP_ERR), left.sendStatuses(2));
    }

    @Test
    void shouldFailLocallyWhenRegionIsClosedBeforeReadIsAnswered() {
        MemoryRegion region = left.domain.register(left.memory, Side.ALL_RIGHTS);
        left.post(
                SendWorkRequest.rdmaRead(
                        1,
                        right.address(0),
                        right.remoteKey(),
                        new ScatterGatherEntry(region.address(), 8, region.localKey())));
        left.adapter.poll(16);
        region.close();
        net.run();
        assertEquals(List.of(LOC_PROT_ERR), left.sendStatuses(1));
    }

    @ParameterizedTest
    @EnumSource(
            value = WorkOpcode.class,
            names = {"RDMA_WRITE", "RDMA_READ", "FETCH_AND_ADD", "COMPARE_AND_SWAP"})
    void shouldFailBothSidesWhenRemoteRangeOrKeyIsBad(WorkOpcode opcode) {
        MemoryRegion old = right.domain.register(right.memory, Side.ALL_RIGHTS);
        old.close();
        ProtectionDomain other = right.adapter.allocateDomain();
        MemoryRegion foreign = other.register(right.memory, Side.ALL_RIGHTS);
        List<RemoteOperand> bad =
                List.of(
                        new RemoteOperand(right.address(0), right.region.localKey(), 0, 0),
                        new RemoteOperand(right.address(0), old.remoteKey(), 0, 0),
                        new RemoteOperand(right.address(0), foreign.remoteKey(), 0, 0),
                        new RemoteOperand(right.address(-8), right.remoteKey(), 0, 0),
                        new RemoteOperand(
                                right.address(Side.MEMORY_BYTES), right.remoteKey(), 0, 0));
        for (RemoteOperand operand : bad) {
            left.post(request(opcode, operand));
            net.run();
            assertEquals(List.of(REM_ACCESS_ERR), left.sendStatuses(1), operand::toString);
            assertEquals(List.of(AsyncEvent.Type.QP_ACCESS_ERR), right.events());
            assertBothInError();
            reconnect();
        }
    }

    @ParameterizedTest
    @MethodSource("rightsWithoutOne")
    void shouldRefuseExactlyTheMissingRightWhenRegionLacksIt(Set<AccessFlag> rights) {
        MemoryRegion region = right.domain.register(right.memory, rights);
        RemoteOperand operand = new RemoteOperand(region.address(), region.remoteKey(), 0, 0);
        for (WorkOpcode opcode : List.of(WorkOpcode.RDMA_WRITE, WorkOpcode.RDMA_READ)) {
            expect(opcode, operand, allowed(rights, opcode) ? SUCCESS : REM_ACCESS_ERR);
        }
        WorkOpcode atomic = WorkOpcode.FETCH_AND_ADD;
        expect(atomic, operand, allowed(rights, atomic) ? SUCCESS : REM_ACCESS_ERR);
    }

    @ParameterizedTest
    @MethodSource("rightsWithoutOne")
    void shouldRefuseExactlyTheMissingRightWhenQueuePairLacksIt(Set<AccessFlag> rights) {
        RemoteOperand operand = new RemoteOperand(right.address(0), right.remoteKey(), 0, 0);
        for (WorkOpcode opcode : List.of(WorkOpcode.RDMA_WRITE, WorkOpcode.RDMA_READ)) {
            right.pair.modify(QpState.RTS, new QpAttributes().access(rights));
            expect(opcode, operand, allowed(rights, opcode) ? SUCCESS : REM_INV_REQ_ERR);
        }
        right.pair.modify(QpState.RTS, new QpAttributes().access(rights));
        WorkOpcode atomic = WorkOpcode.COMPARE_AND_SWAP;
        expect(atomic, operand, allowed(rights, atomic) ? SUCCESS : REM_INV_REQ_ERR);
    }

    @Test
    void shouldRefuseWhenPeerProvidesForNoReads() {
        ConnectedPair.change(right.pair, QpAttribute.MAX_DEST_RD_ATOMIC, 0);
        RemoteOperand operand = new RemoteOperand(right.address(0), right.remoteKey(), 0, 0);
        left.post(request(WorkOpcode.RDMA_READ, operand));
        net.run();
        assertEquals(List.of(REM_INV_REQ_ERR), left.sendStatuses(1));
        assertTrue(right.events().contains(AsyncEvent.Type.QP_REQ_ERR));
    }

    @Test
    void shouldRefuseWhenAtomicIsMisaligned() {
        RemoteOperand operand = new RemoteOperand(right.address(4), right.remoteKey(), 1, 0);
        left.post(SendWorkRequest.fetchAndAdd(1, operand, left.entry(0, 8)));
        net.run();
        assertEquals(List.of(REM_INV_REQ_ERR), left.sendStatuses(1));
        assertEquals(List.of(AsyncEvent.Type.QP_REQ_ERR), right.events());
    }

    @Test
    void shouldFailAfterRetriesWhenThePeerIsSilent() {
        net.fabric.detach(right.adapter.lid());
        left.post(SendWorkRequest.send(1));
        left.post(SendWorkRequest.send(2));
        net.run();
        for (int retry = 0; retry < 2; retry++) {
            net.runAfter(ConnectedPair.TIMEOUT_NS - 1);
            assertEquals(2 + 2 * retry, left.wire.sent().size(), "sent again too early");
            net.runAfter(1);
            assertEquals(4 + 2 * retry, left.wire.sent().size());
        }
        assertEquals(List.of(), left.sendsDone());
        net.runAfter(ConnectedPair.TIMEOUT_NS);
        assertEquals(List.of(RETRY_EXC_ERR, WR_FLUSH_ERR), left.sendStatuses(1, 2));
        assertEquals(QpState.ERR, left.pair.state());
    }

    @Test
    void shouldWaitWithoutEndWhenTimeoutIsZero() {
        ConnectedPair.change(left.pair, QpAttribute.TIMEOUT, 0);
        net.fabric.detach(right.adapter.lid());
        left.post(SendWorkRequest.send(1));
        net.runAfter(Long.MAX_VALUE / 2);
        assertEquals(1, left.wire.sent().size());
        assertEquals(List.of(), left.sendsDone());
    }

    @ParameterizedTest
    @EnumSource(
            value = QpState.class,
            names = {"RESET", "INIT", "ERR"})
    void shouldFailAfterRetriesWhenPeerDoesNotServe(QpState state) {
        right.pair.modify(state == QpState.ERR ? QpState.ERR : QpState.RESET, ConnectedPair.none());
        if (state == QpState.INIT) {
            right.pair.modify(QpState.INIT, ConnectedPair.toInit());
        }
        left.post(SendWorkRequest.send(1));
        for (int i = 0; i < 4; i++) {
            net.runAfter(ConnectedPair.TIMEOUT_NS);
        }
        assertEquals(List.of(RETRY_EXC_ERR), left.sendStatuses(1));
    }

    @Test
    void shouldCompleteEarlierSendsFirstWhenLaterOneFailsLocally() {
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(10));
        left.post(SendWorkRequest.send(11, BadPiece.WRONG_KEY.on(left)));
        left.post(SendWorkRequest.send(12));
        net.run();
        assertEquals(List.of(SUCCESS, LOC_PROT_ERR, WR_FLUSH_ERR), left.sendStatuses(10, 11, 12));
    }

    private void expect(WorkOpcode opcode, RemoteOperand operand, CompletionStatus status) {
        left.post(request(opcode, operand));
        net.run();
        assertEquals(List.of(status), left.sendStatuses(1), opcode::name);
        if (status != SUCCESS) {
            assertBothInError();
            reconnect();
        }
    }

    private SendWorkRequest request(WorkOpcode opcode, RemoteOperand operand) {
        ScatterGatherEntry local = left.entry(0, 8);
        return switch (opcode) {
            case RDMA_WRITE ->
                    SendWorkRequest.rdmaWrite(1, operand.address(), operand.remoteKey(), local);
            case RDMA_READ ->
                    SendWorkRequest.rdmaRead(1, operand.address(), operand.remoteKey(), local);
            case COMPARE_AND_SWAP -> SendWorkRequest.compareAndSwap(1, operand, local);
            case FETCH_AND_ADD -> SendWorkRequest.fetchAndAdd(1, operand, local);
            default -> throw new IllegalArgumentException(opcode.name());
        };
    }

    private static boolean allowed(Set<AccessFlag> rights, WorkOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE -> rights.contains(AccessFlag.REMOTE_WRITE);
            case RDMA_READ -> rights.contains(AccessFlag.REMOTE_READ);
            default -> rights.contains(AccessFlag.REMOTE_ATOMIC);
        };
    }

    private void assertBothInError() {
        assertEquals(QpState.ERR, left.pair.state());
        assertEquals(QpState.ERR, right.pair.state());
    }

    private void reconnect() {
        left.pair.modify(QpState.RESET, ConnectedPair.none());
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        net.connect();
        right.events();
    }
}
