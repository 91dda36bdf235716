package musubi.launch.pmi;

import musubi.bootstrap.pmi.PmiLine;

/** A client of the PMI server: its rank, its epoch, and the way to reply. */
public abstract class PmiPeer {
    private int rank = -1;
    private KeyValueSpace space;
    private final SpawnRequestFilter spawns = new SpawnRequestFilter();

    /** The rank of the client; -1 before it has identified itself. */
    int rank() {
        return rank;
    }

    void identify(int newRank) {
        rank = newRank;
    }

    /** The space of its epoch; null before init and after finalize. */
    KeyValueSpace space() {
        return space;
    }

    void enter(KeyValueSpace newSpace) {
        space = newSpace;
    }

    /** The filter of its spawn requests. */
    SpawnRequestFilter spawns() {
        return spawns;
    }

    /** Sends a reply; without effect after the client has disconnected. */
    public abstract void send(PmiLine answer);

    /** Fetches a value from its owner. On a single host no value has an owner: not found. */
    public void fetchFromOwner(String spaceName, String key) {
        send(PmiProtocol.notFound());
    }
}
