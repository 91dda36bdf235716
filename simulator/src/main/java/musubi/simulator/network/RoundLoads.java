package musubi.simulator.network;

/** How many messages each link of a torus carries in one round of an all-to-all. */
interface RoundLoads {
    /** Starts over. */
    void clear();

    /** All ranks send a message over a vector of nodes. */
    void addVector(int... vector);

    /** All ranks send a message to the rank so many places further. */
    void addRanksAhead(int places);

    /** Messages on the link that has most. */
    int mostOnALink();

    /** Messages that a node sends over one of its links first, where they are most. */
    int mostSent();

    /** Hops of the furthest message, or a few more. */
    long longest();
}
