package musubi.verbs.adapter;

import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.PeerAddress;
import musubi.verbs.work.AddressHandle;

/**
 * The connection that a dynamically connected initiator has at the moment.
 *
 * <pre>
 *            first send to a target             answer
 *   NONE ------------------------> UNCONFIRMED -------> CONFIRMED
 *    ^      CONNECT, costs a wait   |   ^ CONNECT again      |
 *    |                              +---+ after a timeout    |
 *    +---------------- DISCONNECT ---------------------------+
 *         next send goes elsewhere, or idle; nothing in flight
 * </pre>
 *
 * Each connection has a session number; packets of other sessions are dropped.
 */
final class InitiatorConnection {
    private final HostChannelAdapter adapter;
    private final QueuePair pair;
    private final int number;
    private final PeerAddress peer = new PeerAddress();
    private AddressHandle target;
    private int session;
    private boolean mustConnect;
    private boolean confirmed;
    private long readyNs;
    private boolean idles;
    private long idleDeadlineNs;
    private long connects;

    InitiatorConnection(HostChannelAdapter adapter, QueuePair pair, int number) {
        this.adapter = adapter;
        this.pair = pair;
        this.number = number;
    }

    PeerAddress peer() {
        return peer;
    }

    /** Connections made so far. */
    long connects() {
        return connects;
    }

    /** Whether a connection is open at this side. */
    boolean isOpen() {
        return target != null;
    }

    /** Whether a connect is not answered. */
    boolean isUnconfirmed() {
        return target != null && !confirmed;
    }

    /** Whether a packet is the target's, in this session. */
    boolean accepts(Packet packet) {
        return target != null && peer.isSourceOf(packet);
    }

    /** An answer of the target has come. That it has no room for the connection is none. */
    void onResponse(Packet packet) {
        boolean noRoom =
                packet.opcode() == PacketOpcode.NAK_RECEIVER_NOT_READY
                        && (packet.argument() & DcTarget.NO_ROOM) != 0;
        confirmed |= !noRoom;
    }

    /** Packets are sent again: the connect may be what was lost. */
    void onRewind() {
        mustConnect = !confirmed;
    }

    /**
     * Whether the requester may send to a target now. Connects to it, and disconnects from another
     * before, as far as the wire and the packets in flight allow.
     */
    boolean isReadyFor(AddressHandle wanted, Requester requester, long nowNs) {
        idles = false;
        boolean elsewhere = target != null && !isSame(wanted);
        if (elsewhere && (requester.isInFlight() || !disconnect())) {
            return false;
        }
        if (target == null) {
            open(wanted, nowNs);
        }
        if (mustConnect && !connect(requester.sendPsn())) {
            return false;
        }
        return !awaitsAnswer() && nowNs - readyNs >= 0;
    }

    /** Whether sending waits for the answer to a connect. */
    boolean awaitsAnswer() {
        return adapter.settings().dynamic().fullHandshake() && isUnconfirmed() && !mustConnect;
    }

    /** Starts the idle timer, if connected and not started. */
    void idle(long nowNs) {
        if (!idles && target != null) {
            idles = true;
            idleDeadlineNs = nowNs + adapter.settings().dynamic().idleNs();
            adapter.arm(idleDeadlineNs);
        }
    }

    /** Disconnects after the idle time. */
    void onTime(long nowNs) {
        if (idles && nowNs - idleDeadlineNs >= 0 && disconnect()) {
            idles = false;
        }
        if (idles) {
            adapter.arm(idleDeadlineNs);
        }
        if (target != null && nowNs - readyNs < 0) {
            adapter.arm(readyNs);
        }
    }

    /** Drops the connection without a disconnect. */
    void reset() {
        target = null;
        idles = false;
    }

    private boolean isSame(AddressHandle wanted) {
        return target == wanted || target.equals(wanted);
    }

    private void open(AddressHandle wanted, long nowNs) {
        target = wanted;
        session++;
        connects++;
        peer.set(wanted.lid(), wanted.targetNumber(), session);
        confirmed = false;
        mustConnect = true;
        readyNs = nowNs + adapter.settings().costs().dcConnectNs();
        adapter.arm(readyNs);
    }

    private boolean connect(int firstPsn) {
        boolean answer = adapter.settings().dynamic().fullHandshake();
        Packet packet = adapter.outgoing().begin(PacketOpcode.CONNECT, firstPsn, Packet.ALL_FLAGS);
        packet.operands(target.accessKey(), 0).argument(answer ? 1 : 0);
        mustConnect = !offer(packet);
        return !mustConnect;
    }

    private boolean disconnect() {
        if (!offer(adapter.outgoing().begin(PacketOpcode.DISCONNECT, 0, Packet.ALL_FLAGS))) {
            return false;
        }
        target = null;
        return true;
    }

    private boolean offer(Packet packet) {
        return adapter.offerOrWait(peer.address(packet).from(adapter.lid(), number), pair);
    }
}
