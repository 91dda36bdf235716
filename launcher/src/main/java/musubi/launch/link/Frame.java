package musubi.launch.link;

/**
 * One message between mpiexec and the node proxy of a host; node proxies in between forward it.
 *
 * @param kind the meaning of the frame
 * @param node the destination, or, towards mpiexec, the source
 * @param payload written with {@link PayloadWriter} in the layout of the kind
 */
public record Frame(Kind kind, int node, byte[] payload) {
    /** The largest payload; a longer one does not come from a node proxy. */
    public static final int MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

    /** The piece size of bulk data, which bounds the delay of other frames. */
    public static final int PIECE_BYTES = 64 * 1024;

    private static final byte[] NOTHING = {};

    /** Kinds of frames; the wire format uses their ordinals. */
    public enum Kind {
        /** From a node: the proxy runs. Hardware threads, host name. */
        HELLO,
        /** To a node: the tree of nodes ({@link musubi.launch.proxy.ProxyTree}). */
        TREE,
        /**
         * To a node: a piece of a file for its job directory ({@link
         * musubi.launch.proxy.FileTransfer}).
         */
        FILE,
        /** To a node: the ranks to start ({@link musubi.launch.proxy.LaunchCommand}). */
        LAUNCH,
        /** From a node: a process of ranks has started. First rank, count, process id, command. */
        STARTED,
        /** From a node: ranks have ended. Their numbers, exit code. */
        ENDED,
        /** From a node: its ranks cannot start. Exit code of mpiexec, text. */
        FAILED,
        /** From a node: a message to the user. Text. */
        MESSAGE,
        /** From a parent: the node of this frame is lost. Exit code of mpiexec, text. */
        LOST,
        /** Both ways: a line of PMI. Session, line. */
        PMI,
        /** Both ways: the end of a rank's connection. Session. */
        PMI_END,
        /**
         * To a node and its descendants: values now visible ({@link
         * musubi.launch.proxy.KeyDistribution}).
         */
        KEYS,
        /** To a node and its descendants: the values of this space are now partitioned. */
        KEYS_PARTITIONED,
        /** To an owner: values now visible. */
        OWNER_KEYS,
        /** To the owner of a value, from any node: a get ({@link musubi.launch.pmi.KeyLookup}). */
        KEY_LOOKUP,
        /** From the owner of a value to the node of the get. Session, line. */
        KEY_ANSWER,
        /** From a node: output of its ranks ({@link musubi.launch.proxy.OutputPiece}). */
        OUTPUT,
        /** To a node: bytes of its output that have been written. Count. */
        OUTPUT_ACK,
        /** To a node: standard input of rank 0; empty at its end. */
        INPUT,
        /** From a node: bytes of input that have been consumed. Count. */
        INPUT_ACK,
        /** To a node: a signal for all its ranks. Name without SIG. */
        SIGNAL,
        /** To a node: request for thread dumps of all ranks. */
        DUMP,
        /** From a node: the thread dumps are complete. */
        DUMPED,
        /** To a node: the job has ended, remaining output is due. In a hurry, failed. */
        FINISH,
        /** From a node: all output is sent. The last frame of its own. */
        DONE,
        /** To a node: the relay to start ({@link musubi.launch.process.RelayStart}). */
        RELAY_START,
        /** Both ways: a line to a relay, or from it. */
        RELAY,
        /** Both ways, between neighbours: a heartbeat, an acknowledgement. */
        PING,
        /** Both ways, between neighbours: the regular end of the link. */
        BYE
    }

    /** A frame without payload. */
    public static Frame of(Kind kind, int node) {
        return new Frame(kind, node, NOTHING);
    }

    /** A frame with this payload. */
    public static Frame of(Kind kind, int node, PayloadWriter payload) {
        return new Frame(kind, node, payload.bytes());
    }

    /** A reader of the payload. */
    public PayloadReader reader() {
        return new PayloadReader(payload);
    }
}
