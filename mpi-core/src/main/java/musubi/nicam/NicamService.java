package musubi.nicam;

import musubi.active.ActiveMessage;
import musubi.active.ActiveMessages;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.ProgressEngine;
import musubi.region.Region;
import musubi.rma.RmaService;

import java.util.HashMap;
import java.util.Map;

/**
 * The nodes that this rank is in the network interfaces of its communicators, and their messages.
 *
 * <pre>
 *   data:      region, offset, bytes          stores them
 *   notice:    kind, index, value, issuer     notifies; ack(token) to the issuer
 *   ack:       token                          a transfer of this node is complete
 *   copy:      a {@link CopyCommand}, issuer  the source carries it out
 *   barrier:   stage                          see {@link FuzzyBarrier}
 *   want:      the destination's half         see {@link Rendezvous}
 *   broadcast: region, offset, bytes          as data, unless broadcasts are discarded
 *   broadcast notice: as notice               the same
 * </pre>
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class NicamService {
    final int data;
    final int notice;
    final int ack;
    final int copy;
    final int barrier;
    final int want;
    final int broadcast;
    final int broadcastNotice;

    private final ActiveMessages active;
    private final ProgressEngine engine;
    private final RmaService windows;
    private final boolean assisted;
    private final Map<Integer, NicamNode> nodes = new HashMap<>();

    private interface Handling {
        void run(NetworkInterface node, int from, ActiveMessage message, Region part);
    }

    /**
     * The nodes of a rank, none yet.
     *
     * @param active its active messages; the nodes register theirs
     * @param assisted whether a progress thread makes progress
     */
    public NicamService(
            ActiveMessages active, ProgressEngine engine, RmaService windows, boolean assisted) {
        this.active = active;
        this.engine = engine;
        this.windows = windows;
        this.assisted = assisted;
        data = register("data", (node, _, message, part) -> node.store(message, part));
        notice = register("notice", (node, _, _, part) -> node.onNotice(longs(part)));
        ack = register("ack", (node, _, message, _) -> node.onAck(message.token));
        copy = register("copy", (node, _, _, part) -> node.onCopy(longs(part)));
        barrier = register("barrier", (node, _, message, _) -> node.onSignal(message.count));
        want = register("want", (node, from, _, part) -> node.onWant(from, longs(part)));
        broadcast =
                register("broadcast", (node, _, message, part) -> node.onBroadcast(message, part));
        broadcastNotice =
                register(
                        "broadcast.notice",
                        (node, _, _, part) -> node.onBroadcastNotice(longs(part)));
    }

    private int register(String name, Handling handling) {
        return active.register(
                "nicam." + name,
                (from, message, part) -> {
                    NicamNode node = nodes.get(message.object);
                    if (node != null) {
                        handling.run(node.network(), from, message, part);
                    }
                });
    }

    private static long[] longs(Region part) {
        long[] numbers = new long[(int) (part.length() / Long.BYTES)];
        part.copyTo(0, new Region().wrapArray(numbers, 0, part.length()), 0, part.length());
        return numbers;
    }

    /**
     * This rank as a node of a communicator; collective.
     *
     * @throws MpiFailure of class COMM for an intercommunicator
     */
    public NicamNode open(Communicator parent) {
        if (parent.isInter()) {
            throw new MpiFailure(ErrorClass.COMM, "a network interface needs an intracommunicator")
                    .advice("merge the groups first");
        }
        Communicator comm = parent.dup();
        NicamNode node = new NicamNode(this, comm);
        nodes.put(comm.contextId(), node);
        node.open();
        return node;
    }

    /** A node is closed. */
    void forget(Communicator comm) {
        nodes.remove(comm.contextId());
    }

    ActiveMessages active() {
        return active;
    }

    ProgressEngine engine() {
        return engine;
    }

    RmaService windows() {
        return windows;
    }

    boolean isAssisted() {
        return assisted;
    }
}
