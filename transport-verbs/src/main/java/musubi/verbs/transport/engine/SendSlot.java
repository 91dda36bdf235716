package musubi.verbs.transport.engine;

import musubi.verbs.work.AddressHandle;

/** A registered send buffer with its destination and state. Reused. */
final class SendSlot {
    /** Its index in the pool, and the identifier of its work request. */
    final int id;

    /** Offset of its bytes in the memory of the pool. */
    final long offset;

    /** Destination. */
    VerbsPeer peer;

    /** Target address for an initiator. */
    AddressHandle target;

    int bytes;

    /** The ring that it is written to; null for a send. */
    RemoteRing ring;

    /** Destination of the write. */
    long remoteAddress;

    int remoteKey;

    /** The channel that it is posted to. */
    SendChannel channel;

    /** The next slot of its list. */
    SendSlot next;

    SendSlot(int id, long offset) {
        this.id = id;
        this.offset = offset;
    }
}
