package musubi.tcp.handshake;

import musubi.adi.PeerRoutes.Relay;
import musubi.adi.PeerRoutes.Route;
import musubi.config.HostAddress;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.relay.CircuitHeader;
import musubi.tcp.relay.CircuitStatus;
import musubi.tcp.relay.RelayKey;
import musubi.tcp.relay.RelayOpening;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The opening of a circuit to a peer over a connection to its first relay: the relay's challenge,
 * the way with a proof, the status. Afterwards the connection is as one to the peer.
 *
 * <pre>
 *   CHALLENGE ---> PREFIX of the status ---> TEXT, if the circuit is refused
 *                           |
 *                           +--------------> open
 * </pre>
 */
final class CircuitOpening {
    private enum Stage {
        CHALLENGE,
        PREFIX,
        TEXT
    }

    private final HandshakeRecord record;
    private final RelayOpening opening;
    private final RelayKey key;
    private Stage stage = Stage.CHALLENGE;
    private byte[] prefix;

    private CircuitOpening(HandshakeRecord record, RelayOpening opening, RelayKey key) {
        this.record = record;
        this.opening = opening;
        this.key = key;
    }

    /** The address of the relay to connect to. */
    static InetSocketAddress firstRelay(Route route) {
        return address(route.relays().getFirst());
    }

    private static InetSocketAddress address(Relay relay) {
        return HostAddress.parse(relay.address());
    }

    /**
     * The opening over a connection to the first relay of a route.
     *
     * @param target the rank at the end
     */
    static CircuitOpening over(
            TcpStream stream, Route route, HandshakeTarget target, RankIdentity self) {
        List<CircuitHeader.Hop> hops = new ArrayList<>();
        for (Relay relay : route.relays().subList(1, route.relays().size())) {
            hops.add(new CircuitHeader.Hop(relay.id(), address(relay)));
        }
        hops.add(new CircuitHeader.Hop(target.peer(), target.session().address()));
        return new CircuitOpening(
                new HandshakeRecord(stream, RelayOpening.MAX_BYTES),
                CircuitHeader.begin(route.chunkBytes(), hops).opening(),
                new RelayKey(self.jobId(), self.secret()));
    }

    /**
     * Continues as far as possible.
     *
     * @return whether the circuit has reached the peer
     * @throws IOException with the reason when a relay refuses the circuit
     */
    boolean advance() throws IOException {
        if (stage == Stage.CHALLENGE && record.read(RelayOpening.CHALLENGE_BYTES)) {
            byte[] bytes = opening.encode(key, bytes(RelayOpening.CHALLENGE_BYTES));
            MemorySegment.copy(bytes, 0, record.memory(), ValueLayout.JAVA_BYTE, 0, bytes.length);
            record.write(bytes.length);
            stage = Stage.PREFIX;
        }
        if (stage == Stage.PREFIX && record.read(CircuitStatus.PREFIX_BYTES)) {
            prefix = bytes(CircuitStatus.PREFIX_BYTES);
            stage = Stage.TEXT;
        }
        return stage == Stage.TEXT && readText();
    }

    private boolean readText() throws IOException {
        int length = CircuitStatus.textBytes(prefix);
        if (!record.read(length)) {
            return false;
        }
        CircuitStatus status = CircuitStatus.decode(prefix, bytes(length));
        if (status.code() != CircuitStatus.CONNECTED) {
            throw new IOException(status.text());
        }
        return true;
    }

    private byte[] bytes(int count) {
        return record.memory().asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
    }
}
