package musubi.simulator.network;

/** Messages on each link of a torus in one round of an all-to-all. */
interface RoundLoads {
    /** Resets all loads to 0. */
    void clear();

    /** All ranks send a message over a vector of nodes. */
    void addVector(int... vector);

    /** All ranks send a message to the rank a number of places ahead. */
    void addRanksAhead(int places);

    /** Messages on the busiest link. */
    int mostOnALink();

    /** Greatest number of messages that a node sends over one of its links first. */
    int mostSent();

    /** Hops of the farthest message, or an upper bound. */
    long longest();
}
