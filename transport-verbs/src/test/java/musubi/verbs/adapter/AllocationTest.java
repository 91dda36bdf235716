package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.LeastAllocation;
import musubi.verbs.wire.WireKind;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Posting, transfer and completion of messages allocate nothing after the warm-up. */
class AllocationTest {
    private static final int MESSAGES = 4_000;
    private static final int DEPTH = 16;
    private static final double MOST_BYTES_FOR_EACH = 1.0;

    @ParameterizedTest
    @EnumSource(
            value = WireKind.class,
            names = {"LOOPBACK", "SHARED_MEMORY", "UDP"})
    void shouldAllocateNothingWhenMessagesGoBackAndForth(WireKind kind) {
        try (ContractNet net = ContractNet.connected(kind, 1024)) {
            PingPong game = new PingPong(net);
            double each = LeastAllocation.perOperation(MESSAGES, MOST_BYTES_FOR_EACH, game::play);
            assertTrue(each < MOST_BYTES_FOR_EACH, kind + ": bytes for each message: " + each);
        }
    }

    /** Messages of 8 bytes inline and 3000 bytes in packets, taken in turns; one in flight. */
    private static final class PingPong {
        private final ContractNet net;
        private final List<ReceiveWorkRequest> receives = new ArrayList<>();
        private final SendWorkRequest[] sends = new SendWorkRequest[4];
        private final Consumer<CompletionEntry> onSend = PingPong::onSend;
        private final Consumer<CompletionEntry> onReceive = this::onReceive;
        private int received;

        PingPong(ContractNet net) {
            this.net = net;
            for (Side side : net.sides) {
                int at = receives.isEmpty() ? 0 : 2;
                MemorySegment source = side.memory.asSlice(0, 8);
                sends[at] = SendWorkRequest.send(1).inline(source);
                sends[at + 1] = SendWorkRequest.send(1, side.entry(0, 3000));
                receives.add(ReceiveWorkRequest.of(2, side.entry(65536, 4096)));
                for (int i = 0; i < DEPTH; i++) {
                    side.post(receives.getLast());
                }
            }
        }

        void play(int messages) {
            for (int i = 0; i < messages; i++) {
                int from = i & 1;
                Side sender = net.sides.get(from);
                sender.post(sends[2 * from + (i >>> 1 & 1)].id(i));
                int target = received + 1;
                while (received < target) {
                    poll();
                }
                net.sides.get(1 - from).post(receives.get(1 - from));
            }
        }

        private void poll() {
            for (int i = 0; i < 2; i++) {
                Side side = net.sides.get(i);
                side.adapter.poll(8);
                side.sendCompletions.poll(onSend, 8);
                side.receiveCompletions.poll(onReceive, 8);
            }
        }

        private static void onSend(CompletionEntry entry) {
            assertTrue(entry.status() == CompletionStatus.SUCCESS);
        }

        private void onReceive(CompletionEntry entry) {
            assertTrue(entry.status() == CompletionStatus.SUCCESS);
            received++;
        }
    }
}
