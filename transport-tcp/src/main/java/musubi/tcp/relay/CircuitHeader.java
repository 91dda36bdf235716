package musubi.tcp.relay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The way that a circuit still has to go, read by each relay on it; body of a {@link RelayOpening},
 * in big-endian order:
 *
 * <pre>
 *   0           1       5      6         7
 *   | hop limit | chunk | hops | visited | hops... | visited ids...
 *
 *   hop:  | id (4) | port (2) | address bytes (1) | address (4 or 16) |
 * </pre>
 *
 * @param hopLimit number of further hops that are permitted; each relay subtracts one
 * @param chunkBytes largest amount that a relay is to read before it passes it on
 * @param hops what is ahead: relays, then the rank; of the called relay itself it is not one.
 *     Immutable
 * @param visited ids of the relays that the circuit has passed; immutable
 */
public record CircuitHeader(int hopLimit, int chunkBytes, List<Hop> hops, List<Integer> visited) {
    /** Most hops of a circuit, and its usual hop limit. */
    public static final int MAX_HOPS = 16;

    private static final int FIXED_BYTES = 7;
    private static final int HOP_BYTES = 7;
    private static final int MAX_ADDRESS_BYTES = 16;

    /**
     * A relay, or the rank at the end.
     *
     * @param id id of the relay, or world rank
     * @param address where it listens; resolved
     */
    public record Hop(int id, InetSocketAddress address) {}

    /** Copies both lists. */
    public CircuitHeader {
        hops = List.copyOf(hops);
        visited = List.copyOf(visited);
        if (hops.isEmpty() || hops.size() > MAX_HOPS || visited.size() > MAX_HOPS) {
            throw new IllegalArgumentException(
                    hops.size() + " hops after " + visited.size() + ", of at most " + MAX_HOPS);
        }
    }

    /** The header of a circuit that begins. */
    public static CircuitHeader begin(int chunkBytes, List<Hop> hops) {
        return new CircuitHeader(MAX_HOPS, chunkBytes, hops, List.of());
    }

    /** The hop that follows. */
    Hop next() {
        return hops.getFirst();
    }

    /** Whether the rank follows. */
    boolean isLast() {
        return hops.size() == 1;
    }

    /** The header that a relay sends to the next one. */
    CircuitHeader after(int relay) {
        List<Integer> passed = new ArrayList<>(visited);
        passed.add(relay);
        return new CircuitHeader(hopLimit - 1, chunkBytes, hops.subList(1, hops.size()), passed);
    }

    /** The opening of a connection that is to carry the circuit. */
    public RelayOpening opening() {
        int most = HOP_BYTES + MAX_ADDRESS_BYTES;
        int bytes = FIXED_BYTES + most * hops.size() + Integer.BYTES * visited.size();
        ByteBuffer body = ByteBuffer.allocate(bytes);
        body.put((byte) hopLimit).putInt(chunkBytes);
        body.put((byte) hops.size()).put((byte) visited.size());
        for (Hop hop : hops) {
            byte[] address = hop.address.getAddress().getAddress();
            body.putInt(hop.id).putShort((short) hop.address.getPort());
            body.put((byte) address.length).put(address);
        }
        visited.forEach(body::putInt);
        byte[] encoded = new byte[body.flip().remaining()];
        body.get(encoded);
        return new RelayOpening(RelayOpening.CIRCUIT, encoded);
    }

    /**
     * Reads the body of an opening.
     *
     * @throws MalformedRecordException if it is none, or has too many hops
     */
    public static CircuitHeader decode(byte[] bytes) throws MalformedRecordException {
        ByteBuffer body = ByteBuffer.wrap(bytes);
        try {
            int hopLimit = body.get() & 0xff;
            int chunk = body.getInt();
            int hopCount = body.get() & 0xff;
            int visitedCount = body.get() & 0xff;
            if (hopCount == 0 || hopCount > MAX_HOPS || visitedCount > MAX_HOPS) {
                throw new MalformedRecordException(
                        hopCount + " hops after " + visitedCount + ", of at most " + MAX_HOPS);
            }
            List<Hop> hops = new ArrayList<>(hopCount);
            for (int i = 0; i < hopCount; i++) {
                hops.add(readHop(body));
            }
            List<Integer> visited = new ArrayList<>(visitedCount);
            for (int i = 0; i < visitedCount; i++) {
                visited.add(body.getInt());
            }
            if (body.hasRemaining()) {
                throw new MalformedRecordException(body.remaining() + " bytes after the header");
            }
            return new CircuitHeader(hopLimit, chunk, hops, visited);
        } catch (BufferUnderflowException e) {
            throw new MalformedRecordException("a header of " + bytes.length + " bytes ends early");
        }
    }

    private static Hop readHop(ByteBuffer body) throws MalformedRecordException {
        int id = body.getInt();
        int port = body.getShort() & 0xffff;
        int length = body.get() & 0xff;
        if (length > MAX_ADDRESS_BYTES) {
            throw new MalformedRecordException("an address of " + length + " bytes");
        }
        byte[] address = new byte[length];
        body.get(address);
        try {
            return new Hop(id, new InetSocketAddress(InetAddress.getByAddress(address), port));
        } catch (UnknownHostException e) {
            throw new MalformedRecordException("an address of " + length + " bytes");
        }
    }
}
