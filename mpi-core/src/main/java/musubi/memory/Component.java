package musubi.memory;

/**
 * What memory is used for: the eight parts into which the paper on a memory-lean MPI for 2^20 nodes
 * divides that of a node (spec/memory.md, section 2).
 */
public enum Component {
    /** The members of communicators and their world ranks. */
    PARTICIPANT_SETS("participant sets"),
    /** The core's state of each peer: credit, counters, waiting sends. */
    HIGH_LEVEL_CONTEXTS("high-level contexts"),
    /** A transport's state of each peer: endpoints, connections, queue pairs. */
    LOW_LEVEL_CONTEXTS("low-level contexts"),
    /** Payload on its way: rings, pools, what is kept to be sent again. */
    BUFFERS("buffers"),
    /** History of the peers, and what chooses or changes transports and open contexts by it. */
    SWITCHING("dynamic switching"),
    /** What the ranks of a node share, and how each of them finds its way in it. */
    SHARED_MEMORY("shared memory"),
    /** The connection to the process manager, addresses of peers. */
    PROCESS_MANAGER("process manager"),
    /** Everything else: in a JVM its classes, compiled code, threads, and the program's objects. */
    OTHER("other");

    private final String label;

    Component(String label) {
        this.label = label;
    }

    /** What it is called in reports. */
    public String label() {
        return label;
    }
}
