package musubi.verbs.adapter;

import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;

/**
 * Responses waiting for room on the wire, in the order of the requests: to the requester an
 * acknowledgement means that earlier responses with data are lost. Adjacent acknowledgements are
 * coalesced. Connections are many and responses on each are few, so entries are made on demand.
 */
final class PendingResponses {
    private final int capacity;
    private Response oldest;
    private Response newest;
    private Response spare;
    private int size;

    /** One response, or the rest of the response to a read. */
    static final class Response {
        PacketOpcode opcode = PacketOpcode.ACKNOWLEDGE;
        int psn;

        /** RNR timer code; or the flag that the target has no room for the connection. */
        int argument;

        /** Result of an atomic, or the address at which a read continues. */
        long address;

        int key;
        int bytesLeft;
        private Response next;

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
        return oldest;
    }

    void removeOldest() {
        Response done = oldest;
        oldest = done.next;
        done.next = spare;
        spare = done;
        size--;
    }

    void clear() {
        while (size > 0) {
            removeOldest();
        }
    }

    /** Acknowledges all requests up to a packet number. */
    void acknowledge(int psn) {
        if (size > 0 && newest.opcode == PacketOpcode.ACKNOWLEDGE) {
            newest.psn = psn;
        } else {
            add(PacketOpcode.ACKNOWLEDGE, psn);
        }
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

    private Response add(PacketOpcode opcode, int psn) {
        Response response = spare == null ? new Response() : spare;
        spare = response.next;
        response.next = null;
        if (size == 0) {
            oldest = response;
        } else {
            newest.next = response;
        }
        newest = response;
        size++;
        response.opcode = opcode;
        response.psn = psn;
        response.argument = 0;
        return response;
    }
}
