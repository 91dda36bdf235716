package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.FaultyWire;
import musubi.verbs.wire.LoopbackFabric;
import musubi.verbs.wire.ManualClock;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** One end of a connection under test: adapter, domain, queues, queue pair, registered memory. */
final class Side {
    static final int MEMORY_BYTES = 64 * 1024;
    static final Set<AccessFlag> ALL_RIGHTS =
            EnumSet.complementOf(EnumSet.of(AccessFlag.ZERO_BASED));

    final FaultyWire wire;
    final HostChannelAdapter adapter;
    final ProtectionDomain domain;
    final CompletionQueue sendCompletions;
    final CompletionQueue receiveCompletions;
    final MemorySegment memory;
    final MemoryRegion region;
    QueuePair pair;

    Side(LoopbackFabric fabric, int lid, ManualClock clock, int completions) {
        this(
                new FaultyWire(fabric.attach(lid, 64)),
                clock,
                AdapterSettings.DEFAULTS,
                completions,
                MEMORY_BYTES);
    }

    Side(
            FaultyWire wire,
            LongSupplier clock,
            AdapterSettings settings,
            int completions,
            int memoryBytes) {
        this.wire = wire;
        adapter = new HostChannelAdapter(wire, clock, settings);
        domain = adapter.allocateDomain();
        sendCompletions = adapter.createCompletionQueue(completions);
        receiveCompletions = adapter.createCompletionQueue(completions);
        memory = Arena.ofAuto().allocate(memoryBytes, Long.BYTES);
        region = domain.register(memory, ALL_RIGHTS);
        pair = newPair(Optional.empty(), false);
    }

    QueuePair newPair(Optional<SharedReceiveQueue> shared, boolean signalAll) {
        return adapter.createQueuePair(domain, configuration(shared, signalAll));
    }

    /** An initiator in RTS. */
    QueuePair newInitiator() {
        QueuePair initiator =
                adapter.createInitiator(domain, configuration(Optional.empty(), false));
        initiator.modify(
                QpState.INIT,
                new QpAttributes().set(QpAttribute.PKEY_INDEX, 0).set(QpAttribute.PORT, 1));
        initiator.modify(QpState.RTR, new QpAttributes().set(QpAttribute.PATH_MTU, 1024));
        initiator.modify(QpState.RTS, ConnectedPair.toRts());
        return initiator;
    }

    /** A target in RTR. */
    DcTarget newTarget(SharedReceiveQueue shared, long accessKey) {
        DcTarget target = adapter.createTarget(domain, shared, receiveCompletions, accessKey);
        target.modify(QpState.INIT, ConnectedPair.toInit());
        target.modify(
                QpState.RTR,
                new QpAttributes()
                        .set(QpAttribute.PATH_MTU, 1024)
                        .set(QpAttribute.MIN_RNR_TIMER, 1));
        return target;
    }

    private QueuePairConfiguration configuration(
            Optional<SharedReceiveQueue> shared, boolean signalAll) {
        QueueLimits limits = new QueueLimits(32, 32, 4, 4, 64);
        return new QueuePairConfiguration(
                sendCompletions, receiveCompletions, shared, limits, signalAll);
    }

    ScatterGatherEntry entry(long offset, int lengthBytes) {
        return new ScatterGatherEntry(region.address() + offset, lengthBytes, region.localKey());
    }

    long address(long offset) {
        return region.address() + offset;
    }

    int remoteKey() {
        return region.remoteKey();
    }

    void put(long offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
    }

    String text(long offset, int lengthBytes) {
        byte[] bytes = memory.asSlice(offset, lengthBytes).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    void putLong(long offset, long value) {
        memory.set(ValueLayout.JAVA_LONG, offset, value);
    }

    long getLong(long offset) {
        return memory.get(ValueLayout.JAVA_LONG, offset);
    }

    void post(SendWorkRequest request) {
        assertTrue(pair.postSend(request), "send queue is full");
    }

    void post(ReceiveWorkRequest request) {
        assertTrue(pair.postReceive(request), "receive queue is full");
    }

    List<WorkCompletion> sendsDone() {
        return drain(sendCompletions);
    }

    List<WorkCompletion> receivesDone() {
        return drain(receiveCompletions);
    }

    /** The statuses of all send completions, which must have the given identifiers in order. */
    List<CompletionStatus> sendStatuses(long... ids) {
        return statuses(sendsDone(), ids);
    }

    List<CompletionStatus> receiveStatuses(long... ids) {
        return statuses(receivesDone(), ids);
    }

    List<AsyncEvent.Type> events() {
        List<AsyncEvent.Type> types = new ArrayList<>();
        adapter.pollEvent().ifPresent(event -> types.add(event.type()));
        Optional<AsyncEvent> event;
        while ((event = adapter.pollEvent()).isPresent()) {
            types.add(event.get().type());
        }
        return types;
    }

    private static List<CompletionStatus> statuses(List<WorkCompletion> done, long... ids) {
        long[] seen = done.stream().mapToLong(WorkCompletion::workRequestId).toArray();
        assertEquals(Arrays.toString(ids), Arrays.toString(seen), done::toString);
        return done.stream().map(WorkCompletion::status).toList();
    }

    private static List<WorkCompletion> drain(CompletionQueue queue) {
        List<WorkCompletion> done = new ArrayList<>();
        queue.poll(done, Integer.MAX_VALUE);
        return done;
    }
}
