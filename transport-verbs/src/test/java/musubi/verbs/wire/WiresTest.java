package musubi.verbs.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;

import org.agrona.collections.Int2ObjectHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

class WiresTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes();

    @TempDir Path directory;

    @Test
    void shouldKeepOrderAndPushBackWhenRingIsFull() {
        try (SharedMemoryFabric fabric = new SharedMemoryFabric(directory.resolve("w"), 2, 8)) {
            Wire one = fabric.attach(0, 1);
            Wire two = fabric.attach(1, 2);
            Packet packet = new Packet();
            int received = 0;
            int sent = 0;
            for (int round = 0; round < 50; round++) {
                while (one.offer(numbered(sent))) {
                    sent++;
                }
                for (int i = 0; i < 5; i++) {
                    assertTrue(two.poll(packet));
                    assertEquals(received++, packet.psn());
                }
            }
            assertFalse(one.poll(packet));
            assertTrue(sent - received >= 2 && sent - received <= 8);
        }
    }

    @Test
    void shouldBringEachPacketOnceWhenTwoThreadsSend() throws InterruptedException {
        int count = 20_000;
        try (SharedMemoryFabric fabric = new SharedMemoryFabric(directory.resolve("w"), 3, 16)) {
            Wire receiver = fabric.attach(2, 3);
            List<Thread> senders = new ArrayList<>();
            for (int lid = 1; lid <= 2; lid++) {
                Wire wire = fabric.attach(lid - 1, lid);
                senders.add(Thread.ofPlatform().start(() -> sendAll(wire, count)));
            }
            int[] next = new int[3];
            Packet packet = new Packet();
            while (next[1] + next[2] < 2 * count) {
                if (receiver.poll(packet)) {
                    assertEquals(next[packet.sourceLid()]++, packet.psn());
                    int first =
                            packet.payload()
                                    .get(ValueLayout.JAVA_INT_UNALIGNED, packet.payloadOffset());
                    assertEquals(packet.psn(), first);
                } else {
                    Thread.onSpinWait();
                }
            }
            for (Thread sender : senders) {
                sender.join();
            }
        }
    }

    private static void sendAll(Wire wire, int count) {
        for (int i = 0; i < count; i++) {
            Packet packet = new Packet();
            packet.begin(PacketOpcode.SEND, i, 0).from(wire.lid(), 2).to(3, 2);
            packet.payload().set(ValueLayout.JAVA_INT_UNALIGNED, packet.payloadOffset(), i);
            packet.payloadBytes(4);
            while (!wire.offer(packet)) {
                Thread.yield();
            }
        }
    }

    @Test
    void shouldShareOneFileWhenMappedTwice() throws IOException {
        Path file = directory.resolve("w");
        try (SharedMemoryFabric first = new SharedMemoryFabric(file, 2, 4);
                SharedMemoryFabric second = new SharedMemoryFabric(file, 2, 4)) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            Wire one = first.attach(0, 1);
            Wire two = second.attach(1, 2);
            assertThrows(MpiFailure.class, () -> second.attach(0, 1));
            assertThrows(MpiFailure.class, () -> second.attach(2, 3));
            assertTrue(one.offer(numbered(5)));
            Packet packet = new Packet();
            assertTrue(two.poll(packet));
            assertEquals(5, packet.psn());
            two.close();
            assertTrue(one.offer(numbered(6)), "unknown address: lost");
            MpiFailure other =
                    assertThrows(MpiFailure.class, () -> new SharedMemoryFabric(file, 2, 8));
            assertTrue(other.getMessage().contains("4"));
        }
        assertThrows(MpiFailure.class, () -> new SharedMemoryFabric(file, 2, 3));
        Path nowhere = directory.resolve("no/w");
        assertThrows(MpiFailure.class, () -> new SharedMemoryFabric(nowhere, 2, 4));
    }

    @Test
    void shouldAcceptOnlyAuthenticatedPackets() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        byte[] other = "another key here".getBytes();
        Int2ObjectHashMap<SocketAddress> addresses = new Int2ObjectHashMap<>();
        try (UdpWire wire = new UdpWire(2, any, new Int2ObjectHashMap<>(), KEY);
                UdpWire foreign = new UdpWire(1, any, addresses, other);
                UdpWire friend = new UdpWire(1, any, addresses, KEY);
                DatagramSocket socket = new DatagramSocket()) {
            addresses.put(2, wire.localAddress());
            byte[] noise = new byte[200];
            socket.send(new DatagramPacket(noise, noise.length, wire.localAddress()));
            assertTrue(foreign.offer(numbered(1)));
            assertTrue(friend.offer(numbered(2)));
            assertTrue(wire.offer(numbered(3)), "an unknown address loses");
            Packet packet = new Packet();
            while (!wire.poll(packet)) {
                Thread.onSpinWait();
            }
            assertEquals(2, packet.psn());
            assertEquals(2, wire.rejectedPackets());
        }
        assertThrows(
                MpiFailure.class,
                () -> new UdpWire(1, new InetSocketAddress("192.0.2.1", 1), addresses, KEY));
    }

    @Test
    void shouldDropDuplicateAndReorderWhenConfigured() {
        long seed = WireKind.SEED;
        int count = 20_000;
        ManualClock clock = new ManualClock();
        LoopbackFabric fabric = new LoopbackFabric();
        Wire target = fabric.attach(2, 64);
        Wire wire = new FaultInjectingWire(fabric.attach(1, 1), WireFaults.of(0.05, seed), clock);
        int[] seen = new int[count];
        int late = 0;
        int highest = -1;
        Packet packet = new Packet();
        for (int i = 0; i < count + 100; i++) {
            clock.advance(1_000);
            assertTrue(i >= count ? !wire.poll(packet) : wire.offer(numbered(i)));
            while (target.poll(packet)) {
                seen[packet.psn()]++;
                late += packet.psn() < highest ? 1 : 0;
                highest = Math.max(highest, packet.psn());
            }
        }
        int lost = 0;
        int twice = 0;
        for (int times : seen) {
            lost += times == 0 ? 1 : 0;
            twice += times == 2 ? 1 : 0;
        }
        String counts = "seed=" + seed + " lost=" + lost + " twice=" + twice + " late=" + late;
        assertTrue(lost > 700 && lost < 1300, counts);
        assertTrue(twice > 700 && twice < 1300, counts);
        assertTrue(late > 500 && late < 1500, counts);
    }

    @Test
    void shouldHoldEachPacketBackWhenDelayed() {
        ManualClock clock = new ManualClock();
        LoopbackFabric fabric = new LoopbackFabric();
        Wire target = fabric.attach(2, 64);
        Wire wire = new FaultInjectingWire(fabric.attach(1, 1), WireFaults.delay(5_000), clock);
        Packet packet = new Packet();
        wire.offer(numbered(1));
        clock.advance(4_999);
        wire.poll(packet);
        assertFalse(target.poll(packet));
        clock.advance(1);
        wire.poll(packet);
        assertTrue(target.poll(packet));
    }

    private static Packet numbered(int psn) {
        return new Packet().begin(PacketOpcode.SEND, psn, 0).from(1, 2).to(2, 2);
    }
}
