package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.state.QpState;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;
import musubi.verbs.wire.WireKind;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** {@code -Dmusubi.verbs.seed=} repeats a failure with the printed seed. */
class AdapterFuzzTest {
    private static final int ROUNDS = 300;
    private static final int PACKETS = 60;

    private final long seed = WireKind.SEED;
    private final Random random = new Random(seed);
    private final ConnectedPair net = ConnectedPair.connected(4096);
    private final Side left = net.left;
    private final Side right = net.right;
    private final SharedReceiveQueue shared =
            right.adapter.createSharedReceiveQueue(right.domain, 64, 1);
    private final DcTarget target = right.newTarget(shared, 7);

    @Test
    void shouldSurviveWhenPacketsMakeNoSense() {
        for (int round = 0; round < ROUNDS; round++) {
            right.post(ReceiveWorkRequest.of(1, right.entry(0, 100)));
            left.post(
                    SendWorkRequest.rdmaRead(
                            2, right.address(0), right.remoteKey(), left.entry(0, 5000)));
            for (int i = 0; i < PACKETS; i++) {
                Packet packet = nonsense();
                Side from = packet.sourceLid() == 1 ? left : right;
                from.wire.offer(packet);
                left.adapter.poll(4);
                right.adapter.poll(4);
            }
            assertTrue(target.state() == QpState.RTR, () -> "seed=" + seed);
            recover();
        }
        left.post(
                SendWorkRequest.rdmaWrite(
                        9, right.address(0), right.remoteKey(), left.entry(0, 8)));
        net.run();
        assertEquals(List.of(CompletionStatus.SUCCESS), left.sendStatuses(9));
    }

    /** A packet that decodes, with numbers near the expected ones, to an existing queue pair. */
    private Packet nonsense() {
        PacketOpcode[] opcodes = PacketOpcode.values();
        int psn = (ConnectedPair.FIRST_PSN + random.nextInt(4) - 1) & Psn.MASK;
        Packet packet =
                new Packet()
                        .begin(
                                opcodes[random.nextInt(opcodes.length)],
                                psn,
                                random.nextInt(Packet.ALL_FLAGS + 1));
        boolean back = random.nextInt(3) == 0;
        if (back) {
            packet.from(2, right.pair.number()).to(1, left.pair.number());
        } else {
            boolean dynamic = random.nextBoolean();
            packet.from(1, left.pair.number())
                    .to(2, dynamic ? target.number() : right.pair.number())
                    .session(dynamic ? random.nextInt(3) : 0);
        }
        long address =
                random.nextBoolean() ? right.address(random.nextInt(70_000)) : random.nextLong();
        int key = random.nextInt(4) == 0 ? random.nextInt() : right.remoteKey();
        packet.argument(random.nextInt())
                .remote(address, key, random.nextInt(1 << random.nextInt(30)))
                .operands(random.nextInt(3) == 0 ? random.nextLong() : 7, random.nextLong());
        if (packet.opcode().carriesData()) {
            int[] sizes = {0, 8, 4096, 100, random.nextInt(4097)};
            packet.payloadBytes(sizes[random.nextInt(sizes.length)]);
        }
        return packet;
    }

    private void recover() {
        left.pair.modify(QpState.RESET, ConnectedPair.none());
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        net.run();
        left.events();
        right.events();
        left.receivesDone();
        right.receivesDone();
        net.connect();
    }
}
