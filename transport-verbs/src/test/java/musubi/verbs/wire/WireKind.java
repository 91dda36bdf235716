package musubi.verbs.wire;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The wires on which the contract of the verbs is tested. */
public enum WireKind {
    LOOPBACK(0),
    SHARED_MEMORY(0),
    UDP(0),
    /** Two nodes: shared memory on each, UDP between them. */
    NODES(0),
    LOSSY_LOOPBACK(0.05),
    LOSSY_SHARED_MEMORY(0.05),
    LOSSY_UDP(0.05),
    LOSSY_NODES(0.05);

    /** Set the property to the printed number to repeat the faults of a run. */
    public static final long SEED = seed();

    private static final byte[] KEY = "sixteen bytes ok".getBytes();

    private final double faultChance;

    WireKind(double faultChance) {
        this.faultChance = faultChance;
    }

    private static long seed() {
        long seed = Long.getLong("musubi.verbs.seed", System.nanoTime());
        System.out.println("faults of wires: -Dmusubi.verbs.seed=" + seed);
        return seed;
    }

    public boolean isLossy() {
        return faultChance > 0;
    }

    /** Wires of the adapters 1, 2, … */
    public List<FaultyWire> attach(int adapters) {
        List<FaultyWire> wires = new ArrayList<>();
        int number = 0;
        for (Wire wire : bare(adapters)) {
            number++;
            WireFaults faults = WireFaults.of(faultChance, SEED + number);
            Wire disturbed =
                    isLossy() ? new FaultInjectingWire(wire, faults, System::nanoTime) : wire;
            FaultyWire last = new FaultyWire(disturbed);
            last.forgetSent();
            wires.add(last);
        }
        return wires;
    }

    private List<Wire> bare(int adapters) {
        return switch (this) {
            case LOOPBACK, LOSSY_LOOPBACK -> {
                LoopbackFabric fabric = new LoopbackFabric();
                List<Wire> wires = new ArrayList<>();
                for (int lid = 1; lid <= adapters; lid++) {
                    wires.add(fabric.attach(lid, 64));
                }
                yield wires;
            }
            case SHARED_MEMORY, LOSSY_SHARED_MEMORY -> List.copyOf(sharedMemory(1, adapters));
            case NODES, LOSSY_NODES -> nodes(adapters);
            case UDP, LOSSY_UDP -> udp(adapters);
        };
    }

    /** Attached adapters, whose file has no name any more. */
    private static List<SharedMemoryFabric.Attachment> sharedMemory(int firstLid, int adapters) {
        try {
            Path file = Files.createTempFile("musubi-verbs-test", ".wires");
            SharedMemoryFabric fabric = new SharedMemoryFabric(file, adapters, 64);
            List<SharedMemoryFabric.Attachment> attached = new ArrayList<>();
            for (int index = 0; index < adapters; index++) {
                attached.add(fabric.attach(index, firstLid + index));
            }
            Files.delete(file);
            return attached;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The first half of the adapters on one node, the others on another. */
    private static List<Wire> nodes(int adapters) {
        int half = adapters / 2;
        List<SharedMemoryFabric.Attachment> attached = new ArrayList<>(sharedMemory(1, half));
        attached.addAll(sharedMemory(1 + half, adapters - half));
        List<Wire> wires = new ArrayList<>();
        for (Wire remote : udp(adapters)) {
            SharedMemoryFabric.Attachment local = attached.get(remote.lid() - 1);
            wires.add(new DualWire(local, remote, local::reaches));
        }
        return wires;
    }

    private static List<Wire> udp(int adapters) {
        Map<UdpWire, Int2ObjectHashMap<SocketAddress>> wires = new LinkedHashMap<>();
        InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        for (int lid = 1; lid <= adapters; lid++) {
            Int2ObjectHashMap<SocketAddress> addresses = new Int2ObjectHashMap<>();
            wires.put(new UdpWire(lid, local, addresses, KEY), addresses);
        }
        for (UdpWire wire : wires.keySet()) {
            wires.values().forEach(addresses -> addresses.put(wire.lid(), wire.localAddress()));
        }
        return List.copyOf(wires.keySet());
    }
}
