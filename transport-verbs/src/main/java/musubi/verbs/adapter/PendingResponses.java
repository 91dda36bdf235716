package musubi.verbs.adapter;

import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;

/**
 * Responses waiting for room on the wire, in the order of the requests: to the requester an
 * acknowledgement means that earlier responses with data are lost. Adjacent acknowledgements are
 * coalesced. Connections are many and responses on each are few, so the ring starts small.
 */
final class PendingResponses {
    private static final int FIRST_PLACES = 4;

    private final int capacity;
    private Response[] ring = {};
    private int head;
    private int size;

    /** One response, or the rest of the response to a read. */
    static final class Response {
        private PacketOpcode opcode = PacketOpcode.ACKNOWLEDGE;
        private int psn;
        private int argument;
        private long address;
        private int key;
        private int bytesLeft;

        PacketOpcode opcode() {
            return opcode;
        }

        int psn() {
            return psn;
        }

        /** RNR timer code; or the flag that the target has no room for the connection. */
        int argument() {
            return argument;
        }

        /** Result of an atomic, or the address at which a read continues. */
        long address() {
            return address;
        }

        int key() {
            return key;
        }

        int bytesLeft() {
            return bytesLeft;
        }

        /** Counts a sent packet of the response to a read. */
        void advance(int bytes) {
            psn = Psn.next(psn);
            address += bytes;
            bytesLeft -= bytes;
        }
    }

    PendingResponses(int capacity) {
        this.capacity = capacity;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == capacity;
    }

    Response oldest() {
        return ring[head];
    }

    void removeOldest() {
        head = (head + 1) % ring.length;
        size--;
    }

    void clear() {
        size = 0;
    }

    /** Acknowledges all requests up to a packet number. */
    void acknowledge(int psn) {
        boolean merges = size > 0 && newest().opcode == PacketOpcode.ACKNOWLEDGE;
        Response response = merges ? newest() : add(PacketOpcode.ACKNOWLEDGE, psn);
        response.psn = psn;
    }

    void refuse(PacketOpcode opcode, int psn, int argument) {
        add(opcode, psn).argument = argument;
    }

    void atomic(int psn, long before) {
        add(PacketOpcode.ATOMIC_RESPONSE, psn).address = before;
    }

    void read(Packet request) {
        Response response = add(PacketOpcode.READ_RESPONSE, request.psn());
        response.address = request.address();
        response.key = request.key();
        response.bytesLeft = request.lengthBytes();
    }

    private Response newest() {
        return ring[(head + size - 1) % ring.length];
    }

    private Response add(PacketOpcode opcode, int psn) {
        if (size == ring.length) {
            grow();
        }
        size++;
        Response response = newest();
        response.opcode = opcode;
        response.psn = psn;
        response.argument = 0;
        return response;
    }

    private void grow() {
        Response[] larger = new Response[Math.min(capacity, Math.max(FIRST_PLACES, 2 * size))];
        for (int i = 0; i < larger.length; i++) {
            larger[i] = i < size ? ring[(head + i) % size] : new Response();
        }
        ring = larger;
        head = 0;
    }
}
