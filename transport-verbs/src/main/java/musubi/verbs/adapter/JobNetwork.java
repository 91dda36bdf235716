package musubi.verbs.adapter;

import musubi.verbs.wire.DualWire;
import musubi.verbs.wire.FaultInjectingWire;
import musubi.verbs.wire.LidTable;
import musubi.verbs.wire.SharedMemoryFabric;
import musubi.verbs.wire.UdpWire;
import musubi.verbs.wire.Wire;
import musubi.verbs.wire.WireFaults;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A rank's adapter and how it reaches those of the other ranks of its job: shared memory on its
 * node, UDP beyond. Owned by the adapter's thread.
 */
public final class JobNetwork implements AutoCloseable {
    /**
     * The wires of a node.
     *
     * @param file where they lie
     * @param index which of them is this rank's, from 0 on
     * @param size how many there are
     * @param slots packets that wait in each, a power of 2
     */
    public record Node(Path file, int index, int size, int slots) {}

    /**
     * The way to other nodes.
     *
     * @param local where to listen; port 0 for any
     * @param key 16 bytes that all ranks of the job know
     */
    public record Udp(InetSocketAddress local, byte[] key) {}

    private final SharedMemoryFabric fabric;
    private final InetSocketAddress udpAddress;
    private final LidTable<SocketAddress> addresses = new LidTable<>();
    private final HostChannelAdapter adapter;

    private JobNetwork(
            int lid,
            Optional<Node> node,
            Optional<Udp> internet,
            Optional<WireFaults> faults,
            AdapterSettings settings) {
        UdpWire udp =
                internet.map(way -> new UdpWire(lid, way.local(), addresses, way.key()))
                        .orElse(null);
        udpAddress = udp == null ? null : udp.localAddress();
        fabric =
                node.map(at -> new SharedMemoryFabric(at.file(), 1, at.size(), at.slots()))
                        .orElse(null);
        Wire wire = udp;
        if (fabric != null) {
            var attachment = fabric.attach(node.orElseThrow().index(), lid);
            wire = udp == null ? attachment : new DualWire(attachment, udp, attachment::reaches);
        }
        if (faults.isPresent()) {
            wire = new FaultInjectingWire(wire, faults.get(), System::nanoTime);
        }
        adapter = new HostChannelAdapter(wire, System::nanoTime, settings);
    }

    private JobNetwork(Wire wire, InetSocketAddress udpAddress) {
        fabric = null;
        this.udpAddress = udpAddress;
        adapter = new HostChannelAdapter(wire, System::nanoTime, AdapterSettings.DEFAULTS);
    }

    /**
     * A network that is somebody else's: the adapter's only way is the wire.
     *
     * @param udpAddress where packets from other nodes seem to arrive
     */
    public static JobNetwork over(Wire wire, InetSocketAddress udpAddress) {
        return new JobNetwork(wire, udpAddress);
    }

    /**
     * Joins; one of the two ways has to be there. Throws {@code ERR_OTHER} if memory or socket are
     * not to be had.
     *
     * @param lid the adapter's address, another one for each rank
     * @param faults what goes wrong on its way out, for tests
     */
    public static JobNetwork join(
            int lid,
            Optional<Node> node,
            Optional<Udp> internet,
            Optional<WireFaults> faults,
            AdapterSettings settings) {
        return new JobNetwork(lid, node, internet, faults, settings);
    }

    /** This rank's adapter. */
    public HostChannelAdapter adapter() {
        return adapter;
    }

    /** Where packets from other nodes arrive. */
    public Optional<InetSocketAddress> udpAddress() {
        return Optional.ofNullable(udpAddress);
    }

    /** Tells where the packets of another adapter go that is not on this node. */
    public void addRoute(int lid, InetSocketAddress address) {
        addresses.put(lid, address);
    }

    /** Closes the adapter and the ways. */
    @Override
    public void close() {
        adapter.close();
        if (fabric != null) {
            fabric.close();
        }
    }
}
