package musubi.verbs.transport.engine;

import musubi.verbs.work.AddressHandle;

/** A registered buffer for something to send, and where it is on its way. Used again and again. */
final class SendSlot {
    /** Its number among those of its pool, and the identifier of its work request. */
    final int id;

    /** Where its bytes start in the memory of the pool. */
    final long offset;

    /** Whom it is for. */
    VerbsPeer peer;

    /** Where an initiator sends it. */
    AddressHandle target;

    int bytes;

    /** The ring that it is written to; null when it is sent. */
    RemoteRing ring;

    /** If so, where. */
    long remoteAddress;

    int remoteKey;

    /** Where it was posted. */
    SendChannel channel;

    /** The next in the list that it is in. */
    SendSlot next;

    SendSlot(int id, long offset) {
        this.id = id;
        this.offset = offset;
    }
}
