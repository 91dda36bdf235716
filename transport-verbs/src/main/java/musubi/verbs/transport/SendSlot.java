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

    /** The ring that it is written to; null when it is sent. */
    OutRing ring;

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
