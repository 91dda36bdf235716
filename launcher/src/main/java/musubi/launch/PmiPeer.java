package musubi.launch;

import musubi.bootstrap.PmiLine;

/** A rank as the PMI server sees it: who it is, and a way to answer it. */
abstract class PmiPeer {
    private int rank = -1;
    private KeyValueSpace space;
    private final SpawnBlocks spawns = new SpawnBlocks();

    /** The rank that the client says it is, or -1 before it said so. */
    int rank() {
        return rank;
    }

    void identify(int newRank) {
        rank = newRank;
    }

    /** The epoch's shared values, or null outside init and finalize. */
    KeyValueSpace space() {
        return space;
    }

    void enter(KeyValueSpace newSpace) {
        space = newSpace;
    }

    /** The requests to spawn that it is making. */
    SpawnBlocks spawns() {
        return spawns;
    }

    /** Answers; a client that is gone is not told. */
    abstract void send(PmiLine answer);

    /** Has the owner of a value answer. With one host there are none, nor is the value. */
    void askOwner(String spaceName, String key) {
        send(PmiProtocol.notFound());
    }
}
