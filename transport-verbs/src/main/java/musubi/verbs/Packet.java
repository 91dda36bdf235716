package musubi.verbs;

/**
 * One request or response on the wire; a message is one packet. Not changed after it was made.
 *
 * @param route from and to
 * @param opcode what it is
 * @param psn packet sequence number, 24 bits; a response carries that of its request
 * @param remote memory of the receiver of a request
 * @param argument immediate value, length of a read in bytes, or code of the wait, by opcode
 * @param payload data, perhaps empty; nobody changes it
 */
record Packet(
        Route route,
        PacketOpcode opcode,
        int psn,
        RemoteOperand remote,
        int argument,
        byte[] payload) {
    private static final byte[] EMPTY = new byte[0];

    /** An answer without data. */
    static Packet answer(Route route, PacketOpcode opcode, int psn, int argument) {
        return new Packet(route, opcode, psn, RemoteOperand.NONE, argument, EMPTY);
    }

    /** An answer with data. */
    static Packet answer(Route route, PacketOpcode opcode, int psn, byte[] payload) {
        return new Packet(route, opcode, psn, RemoteOperand.NONE, 0, payload);
    }
}
