package musubi.launch.pmi;

import musubi.bootstrap.pmi.PmiLine;

/** A rank as the PMI server sees it: who it is, and a way to answer it. */
public abstract class PmiPeer {
    private int rank = -1;
    private KeyValueSpace space;
    private final SpawnRequestFilter spawns = new SpawnRequestFilter();

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
    SpawnRequestFilter spawns() {
        return spawns;
    }

    /** Answers; a client that is gone is not told. */
    public abstract void send(PmiLine answer);

    /** Has the owner of a value answer. With one host there are none, nor is the value. */
    public void fetchFromOwner(String spaceName, String key) {
        send(PmiProtocol.notFound());
    }
}
