package musubi.verbs.wire;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.IntFunction;

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
    private final IntFunction<? extends SocketAddress> addresses;

    /** Where packets came from; null when nothing is learnt. */
    private final LidTable<SocketAddress> learnt;

    private final PacketMac seal;
    private long refused;
    private long failed;

    /**
     * Opens a socket at {@code local} (port 0: any). {@code addresses} gives the socket address of
     * an adapter, or null if there is none; {@code key} has {@link PacketMac#KEY_BYTES}. Throws
     * {@code ERR_OTHER} if the socket cannot be opened.
     */
    UdpWire(
            int lid,
            InetSocketAddress local,
            IntFunction<? extends SocketAddress> addresses,
            byte[] key) {
        this(lid, local, addresses, null, key);
    }

    /** The same, but where a packet comes from is put into the table that addresses come from. */
    public UdpWire(
            int lid, InetSocketAddress local, LidTable<SocketAddress> addresses, byte[] key) {
        this(lid, local, addresses::get, addresses, key);
    }

    private UdpWire(
            int lid,
            InetSocketAddress local,
            IntFunction<? extends SocketAddress> addresses,
            LidTable<SocketAddress> learnt,
            byte[] key) {
        this.lid = lid;
        this.addresses = addresses;
        this.learnt = learnt;
        seal = new PacketMac(key);
        try {
            channel = DatagramChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
            channel.bind(local);
        } catch (IOException failure) {
            throw new MpiFailure(ErrorClass.OTHER, "UDP socket of adapter cannot be opened")
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
            throw new UncheckedIOException(failure);
        }
    }

    /** Datagrams that were no packets, or not sealed with the key. */
    long rejectedPackets() {
        return refused;
    }

    /** Packets that the socket could not send; they count as lost. */
    long failedPackets() {
        return failed;
    }

    @Override
    public int lid() {
        return lid;
    }

    @Override
    public boolean offer(Packet packet) {
        SocketAddress target = addresses.apply(packet.destinationLid());
        if (target == null) {
            return true;
        }
        int bytes = PacketHeader.BYTES + packet.payloadBytes();
        PacketHeader.encode(packet, packet.ownMemory(), 0);
        seal.sign(packet.ownMemory(), bytes);
        try {
            return channel.send(packet.ownBytes().limit(bytes), target) > 0;
        } catch (IOException failure) {
            failed++;
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
                learn(into.sourceLid(), source);
                return true;
            }
            refused++;
        }
        return false;
    }

    /** An adapter that calls first is not in the table yet; its packets are sealed, so genuine. */
    private void learn(int from, SocketAddress source) {
        if (learnt != null && learnt.get(from) == null) {
            learnt.put(from, source);
        }
    }

    private SocketAddress receive(ByteBuffer buffer) {
        try {
            return channel.receive(buffer);
        } catch (IOException failure) {
            failed++;
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
