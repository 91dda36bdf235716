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
 * A rank's adapter and its wires to the adapters of the other ranks of the job: shared memory
 * within a node, UDP between nodes. Owned by the adapter's thread.
 */
public final class JobNetwork implements AutoCloseable {
    /**
     * The wires of a node.
     *
     * @param file file that holds them
     * @param index index of this rank's wire, from 0
     * @param size number of wires
     * @param slots capacity of each in packets, a power of 2
     */
    public record Node(Path file, int index, int size, int slots) {}

    /**
     * The wire to other nodes.
     *
     * @param local local address; port 0 for any
     * @param key 16 bytes, the same on all ranks of the job
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
                internet.map(to -> new UdpWire(lid, to.local(), addresses, to.key())).orElse(null);
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
     * A network over a wire of the caller.
     *
     * @param udpAddress address that other nodes are given for this rank
     */
    public static JobNetwork over(Wire wire, InetSocketAddress udpAddress) {
        return new JobNetwork(wire, udpAddress);
    }

    /**
     * Joins the job's network over one or both wires. Throws {@code ERR_OTHER} if the memory or the
     * socket is not available.
     *
     * @param lid the adapter's address, unique in the job
     * @param faults faults injected into outgoing packets, for tests
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

    /** Local address of the wire to other nodes. */
    public Optional<InetSocketAddress> udpAddress() {
        return Optional.ofNullable(udpAddress);
    }

    /** Sets the address of an adapter on another node. */
    public void addRoute(int lid, InetSocketAddress address) {
        addresses.put(lid, address);
    }

    /** Closes the adapter and its wires. */
    @Override
    public void close() {
        adapter.close();
        if (fabric != null) {
            fabric.close();
        }
    }
}
