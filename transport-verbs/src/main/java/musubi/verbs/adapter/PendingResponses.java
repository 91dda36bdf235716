package musubi.verbs.adapter;

import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;

/**
 * Answers that wait for room on the wire, in the order of the requests: the requester takes an
 * acknowledgement for a sign that earlier answers with data are lost. Neighbouring acknowledgements
 * become one. There are many connections and few answers on each, so the ring starts small.
 */
final class PendingResponses {
    private static final int FIRST_PLACES = 4;

    private final int capacity;
    private Response[] ring = {};
    private int head;
    private int size;

    /** One answer, or what is left of the answer to a read. */
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

        /** Code of a wait; whether it is about the connection. */
        int argument() {
            return argument;
        }

        /** Result of an atomic, or where a read goes on. */
        long address() {
            return address;
        }

        int key() {
            return key;
        }

        int bytesLeft() {
            return bytesLeft;
        }

        /** Notes that one packet of the answer to a read has left. */
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

    /** Everything up to the number is done. */
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
