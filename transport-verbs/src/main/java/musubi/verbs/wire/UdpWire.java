package musubi.verbs.wire;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * An attachment that sends each packet as one UDP datagram, sealed with the job's key. What is not
 * sealed with it is not taken. Used by one thread.
 */
public final class UdpWire implements Wire {
    /** What an adapter can have in flight towards another has to fit in the receiver's buffer. */
    private static final int SOCKET_BUFFER_BYTES = 4 << 20;

    private static final int MOST_REFUSED = 16;

    private final int lid;
    private final DatagramChannel channel;

    /** By local identifier of the adapters. */
    private final Int2ObjectHashMap<SocketAddress> addresses;

    private final PacketMac seal;
    private long refused;

    /**
     * Opens a socket at {@code local} (port 0: any). {@code addresses} has the socket addresses of
     * adapters; those that packets come from are added. {@code key} has {@link
     * PacketMac#KEY_BYTES}. Throws {@code ERR_OTHER} if the socket cannot be opened.
     */
    public UdpWire(
            int lid,
            InetSocketAddress local,
            Int2ObjectHashMap<SocketAddress> addresses,
            byte[] key) {
        this.lid = lid;
        this.addresses = addresses;
        seal = new PacketMac(key);
        try {
            channel = DatagramChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
            channel.bind(local);
        } catch (IOException failure) {
            throw new MpiFailure(
                            ErrorClass.OTHER, "UDP socket of adapter cannot be opened", failure)
                    .with("lid", lid)
                    .with("local", local)
                    .with("cause", failure.getMessage())
                    .advice("give an address of this host and a free port");
        }
    }

    /** Where the socket is. */
    public InetSocketAddress localAddress() {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException failure) {
            throw failed("the address of the UDP socket of an adapter is unknown", failure);
        }
    }

    private MpiFailure failed(String what, IOException cause) {
        return new MpiFailure(ErrorClass.OTHER, what, cause)
                .with("lid", lid, "cause", cause.getMessage());
    }

    /** Datagrams that were no packets, or not sealed with the key. */
    long rejectedPackets() {
        return refused;
    }

    @Override
    public int lid() {
        return lid;
    }

    @Override
    public boolean offer(Packet packet) {
        SocketAddress target = addresses.get(packet.destinationLid());
        if (target == null) {
            return true;
        }
        int bytes = PacketHeader.BYTES + packet.payloadBytes();
        PacketHeader.encode(packet, packet.ownMemory(), 0);
        seal.sign(packet.ownMemory(), bytes);
        try {
            return channel.send(packet.ownBytes().limit(bytes), target) > 0;
        } catch (IOException _) {
            // As if the packet were lost.
            return true;
        }
    }

    @Override
    public boolean poll(Packet into) {
        for (int i = 0; i < MOST_REFUSED; i++) {
            ByteBuffer buffer = into.ownBytes();
            SocketAddress source = receive(buffer);
            if (source == null) {
                return false;
            }
            int bytes = buffer.position();
            boolean genuine = seal.verify(into.ownMemory(), bytes);
            if (genuine && PacketHeader.decode(into.ownMemory(), 0, bytes, into)) {
                // An adapter that calls first is not known yet; its packets are genuine.
                addresses.putIfAbsent(into.sourceLid(), source);
                return true;
            }
            refused++;
        }
        return false;
    }

    private SocketAddress receive(ByteBuffer buffer) {
        try {
            return channel.receive(buffer);
        } catch (IOException _) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw failed("the UDP socket of an adapter cannot be closed", failure);
        }
    }
}
