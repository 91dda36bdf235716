package musubi.verbs.adapter;

import musubi.verbs.wire.DualWire;
import musubi.verbs.wire.SharedMemoryFabric;
import musubi.verbs.wire.UdpWire;
import musubi.verbs.wire.Wire;

import org.agrona.collections.Int2ObjectHashMap;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

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

    private final HostChannelAdapter adapter;
    private final Optional<SharedMemoryFabric> fabric;
    private final Optional<InetSocketAddress> udpAddress;
    private final Int2ObjectHashMap<SocketAddress> addresses;

    private JobNetwork(
            HostChannelAdapter adapter,
            Optional<SharedMemoryFabric> fabric,
            Optional<InetSocketAddress> udpAddress,
            Int2ObjectHashMap<SocketAddress> addresses) {
        this.adapter = adapter;
        this.fabric = fabric;
        this.udpAddress = udpAddress;
        this.addresses = addresses;
    }

    /**
     * A network over a wire of the caller.
     *
     * @param udpAddress address that other nodes are given for this rank
     */
    public static JobNetwork over(Wire wire, InetSocketAddress udpAddress) {
        var adapter = new HostChannelAdapter(wire, System::nanoTime, AdapterSettings.DEFAULTS);
        return new JobNetwork(
                adapter, Optional.empty(), Optional.of(udpAddress), new Int2ObjectHashMap<>());
    }

    /**
     * Joins the job's network over one or both wires. Throws {@code ERR_OTHER} if the memory or the
     * socket is not available.
     *
     * @param lid the adapter's address, unique in the job
     * @param wrapper puts a layer around the wires, such as the faults of a test
     */
    public static JobNetwork join(
            int lid,
            Optional<Node> node,
            Optional<Udp> internet,
            UnaryOperator<Wire> wrapper,
            AdapterSettings settings) {
        Int2ObjectHashMap<SocketAddress> addresses = new Int2ObjectHashMap<>();
        UdpWire udp =
                internet.map(to -> new UdpWire(lid, to.local(), addresses, to.key())).orElse(null);
        Optional<SharedMemoryFabric> fabric =
                node.map(at -> new SharedMemoryFabric(at.file(), at.size(), at.slots()));
        Wire wire = udp;
        if (fabric.isPresent()) {
            var attachment = fabric.get().attach(node.orElseThrow().index(), lid);
            wire = udp == null ? attachment : new DualWire(attachment, udp, attachment::reaches);
        }
        var adapter = new HostChannelAdapter(wrapper.apply(wire), System::nanoTime, settings);
        Optional<InetSocketAddress> here = Optional.ofNullable(udp).map(UdpWire::localAddress);
        return new JobNetwork(adapter, fabric, here, addresses);
    }

    /** This rank's adapter. */
    public HostChannelAdapter adapter() {
        return adapter;
    }

    /** Local address of the wire to other nodes. */
    public Optional<InetSocketAddress> udpAddress() {
        return udpAddress;
    }

    /** Sets the address of an adapter on another node. */
    public void addRoute(int lid, InetSocketAddress address) {
        addresses.put(lid, address);
    }

    /** Closes the adapter and its wires. */
    @Override
    public void close() {
        adapter.close();
        fabric.ifPresent(SharedMemoryFabric::close);
    }
}
