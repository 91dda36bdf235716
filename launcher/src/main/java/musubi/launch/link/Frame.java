package musubi.launch.link;

/**
 * One message between mpiexec and the node proxy of a host, or between two node proxies that pass
 * it on.
 *
 * @param kind what it says
 * @param node the node that it is for, or, on the way to mpiexec, that it is from
 * @param payload written with {@link PayloadWriter}; its layout is that of the kind
 */
public record Frame(Kind kind, int node, byte[] payload) {
    /** More bytes than this in one payload, and whoever sent them is not one of ours. */
    public static final int MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

    /** The largest piece in which bulk data travels, so that other frames need not wait long. */
    public static final int PIECE_BYTES = 64 * 1024;

    private static final byte[] NOTHING = {};

    /** Kinds of frames; the wire has their ordinals. */
    public enum Kind {
        /** From a node: it runs. Its hardware threads and name. */
        HELLO,
        /** To a node: the tree of nodes ({@link musubi.launch.proxy.ProxyTree}). */
        TREE,
        /**
         * To a node: a piece of a file for its job directory ({@link
         * musubi.launch.proxy.FileTransfer}).
         */
        FILE,
        /** To a node: what to start ({@link musubi.launch.proxy.LaunchCommand}). */
        LAUNCH,
        /** From a node: a process of ranks has started. First rank, count, process id, command. */
        STARTED,
        /** From a node: ranks have ended. Their numbers, exit code. */
        ENDED,
        /** From a node: it cannot start its ranks. Exit code of mpiexec, text. */
        FAILED,
        /** From a node: something for the user to read. Text. */
        MESSAGE,
        /** From a node: another node is gone, this frame's. Text. */
        LOST,
        /** Both ways: a line of PMI. Session, line. */
        PMI,
        /** Both ways: the end of a rank's connection. Session. */
        PMI_END,
        /**
         * To a node and all below it: values now visible ({@link
         * musubi.launch.proxy.KeyDistribution}).
         */
        KEYS,
        /** To a node and all below it: from now on the values of this space live at owners. */
        KEYS_PARTITIONED,
        /** To a node: values now visible that it owns. */
        OWNER_KEYS,
        /**
         * To the owner of a value, from any node: a rank asks for it ({@link
         * musubi.launch.pmi.KeyLookup}).
         */
        KEY_LOOKUP,
        /** To the node of a rank that has asked, from the owner. Session, line. */
        KEY_ANSWER,
        /** From a node: output of its ranks ({@link musubi.launch.proxy.OutputPiece}). */
        OUTPUT,
        /** To a node: so many bytes of its output have been written. */
        OUTPUT_ACK,
        /** To a node: standard input of rank 0; none at its end. */
        INPUT,
        /** From a node: so many bytes of input have been taken. */
        INPUT_ACK,
        /** To a node: a signal for all its ranks. Name without SIG. */
        SIGNAL,
        /** To a node: have all ranks print their threads. */
        DUMP,
        /** From a node: they have. */
        DUMPED,
        /** To a node: all ranks of the job have ended; send the output left. Whether in a hurry. */
        FINISH,
        /** From a node: all output is sent; the last frame but those of other nodes. */
        DONE,
        /** Both ways, between neighbours: still there. */
        PING
    }

    /** A frame that says all with its kind. */
    public static Frame of(Kind kind, int node) {
        return new Frame(kind, node, NOTHING);
    }

    /** A frame with this payload. */
    public static Frame of(Kind kind, int node, PayloadWriter payload) {
        return new Frame(kind, node, payload.bytes());
    }

    /** Reads the payload. */
    public PayloadReader reader() {
        return new PayloadReader(payload);
    }
}
