package musubi.verbs.transport;

import musubi.verbs.AddressHandle;

/** A registered buffer for something to send, and where it is on its way. Used again and again. */
final class SendSlot {
    /** Its number among those of its pool, and the identifier of its work request. */
    final int id;

    /** Where its bytes start in the memory of the pool. */
    final long offset;

    /** Whom it is for. */
    Peer peer;

    /** Where an initiator sends it. */
    AddressHandle target;

    int bytes;

    /** Whether it is written to the peer's ring, and not sent. */
    boolean toRing;

    /** If so, where. */
    long remoteAddress;

    int remoteKey;

    /** Where it was posted. */
    Lane lane;

    /** The next in the list that it is in. */
    SendSlot next;

    SendSlot(int id, long offset) {
        this.id = id;
        this.offset = offset;
    }
}
