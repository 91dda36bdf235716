package musubi.verbs.adapter;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.state.QpTransition;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.PeerAddress;
import musubi.verbs.work.AddressHandle;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.ReceiveWorkRequest;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A dynamically connected target: receives from all initiators with its access key into a shared
 * receive queue, and serves their RDMA. A refused request ends the connection of its initiator, not
 * the target. Goes from RESET to INIT to RTR, and no further. Made by {@link
 * HostChannelAdapter#createTarget}; owned by the adapter's thread. Verbs: {@code mlx5dv_create_qp}
 * with {@code MLX5DV_DCTYPE_DCT}.
 */
public final class DcTarget implements PollableQueuePair {
    /** In the argument of "receiver not ready": there is no room for the connection. */
    static final int NO_ROOM = 0x100;

    private static final int BURST_PACKETS = 64;
    private static final int MOST_READS = 16;

    private final HostChannelAdapter adapter;
    private final int number;
    private final ProtectionDomain domain;
    private final SharedReceiveQueue receives;
    private final CompletionQueue completions;
    private final long accessKey;
    private final QpAttributes attributes = new QpAttributes();
    private final TargetConnections connections;
    private final Deque<TargetConnections.Connection> ready = new ArrayDeque<>();
    private final PeerAddress unconnected = new PeerAddress();
    private QpState state = QpState.RESET;
    private boolean contacted;
    private boolean closed;
    private long forgetNs;
    private boolean forgets;

    DcTarget(
            HostChannelAdapter adapter,
            int number,
            ProtectionDomain domain,
            SharedReceiveQueue receives,
            CompletionQueue completions,
            long accessKey) {
        this.adapter = adapter;
        this.number = number;
        this.domain = domain;
        this.receives = receives;
        this.completions = completions;
        this.accessKey = accessKey;
        connections = new TargetConnections(new TargetContext(), adapter);
        domain.addUser();
        receives.addUser();
        completions.addUser();
    }

    /** The number that initiators name. Verbs: {@code dctn}. */
    @Override
    public int number() {
        return number;
    }

    @Override
    public QpState state() {
        return state;
    }

    /** Address for initiators, with the access key. */
    public AddressHandle address() {
        return new AddressHandle(adapter.lid(), number, accessKey);
    }

    /** Number of initiators connected now. */
    public int connections() {
        return connections.open();
    }

    /**
     * Changes state and attributes together: RESET to INIT with the access rights of peers, INIT to
     * RTR with the path MTU and the code of the receiver-not-ready wait. Throws {@code ERR_ARG} and
     * changes nothing if the change is not one of these, or an attribute is missing, not allowed
     * here, or out of range. Verbs: {@code ibv_modify_qp}.
     */
    public void modify(QpState target, QpAttributes changes) {
        if (closed) {
            throw refused(target, "it is closed, make a new one");
        }
        QpTransition.ofTarget(state, target)
                .orElseThrow(() -> refused(target, "go from RESET to INIT to RTR"))
                .check(changes, advice -> refused(target, advice));
        if (target == QpState.RTR) {
            attributes.set(QpAttribute.MAX_DEST_RD_ATOMIC, MOST_READS);
        }
        attributes.putAll(changes);
        state = target;
    }

    /** Destroys the target; a second call has no effect. Verbs: {@code ibv_destroy_qp}. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        connections.closeAll();
        state = QpState.RESET;
        completions.forget(number);
        adapter.remove(this);
        domain.removeUser();
        receives.removeUser();
        completions.removeUser();
    }

    @Override
    public void onPacket(Packet packet) {
        if (state != QpState.RTR || packet.opcode().isResponse()) {
            return;
        }
        TargetConnections.Connection known = connections.find(packet);
        if (packet.opcode() == PacketOpcode.CONNECT) {
            onConnect(packet, known);
        } else if (known != null && known.isOpen() && known.session() == packet.session()) {
            known.heard(adapter.nowNs());
            if (packet.opcode() == PacketOpcode.DISCONNECT) {
                connections.close(known);
            } else {
                known.responder().onRequest(packet);
                enlist(known);
            }
        }
    }

    private void onConnect(Packet packet, TargetConnections.Connection known) {
        if (packet.operand() != accessKey) {
            adapter.raise(AsyncEvent.Type.QP_ACCESS_ERR, number);
            answer(packet, PacketOpcode.NAK_REMOTE_ACCESS, 0);
            return;
        }
        int newer = known == null ? 1 : packet.session() - known.session();
        if (newer > 0) {
            boolean replaces = known != null && known.isOpen();
            if (!replaces && connections.open() >= mostConnections()) {
                int wait = attributes.get(QpAttribute.MIN_RNR_TIMER);
                answer(packet, PacketOpcode.NAK_RECEIVER_NOT_READY, wait | NO_ROOM);
                return;
            }
            connections.open(packet, known).heard(adapter.nowNs());
            armForget();
        }
        if (newer >= 0 && packet.argument() == 1) {
            answer(packet, PacketOpcode.CONNECT_ACKNOWLEDGE, 0);
        }
    }

    /** Answers a connect. If the wire has no room the initiator retries. */
    private void answer(Packet packet, PacketOpcode opcode, int argument) {
        unconnected.set(packet.sourceLid(), packet.sourceNumber(), packet.session());
        int psn = packet.psn();
        Packet response =
                adapter.outgoing()
                        .begin(opcode, psn, Packet.FIRST | Packet.LAST)
                        .argument(argument);
        adapter.offer(unconnected.address(response).from(adapter.lid(), number));
    }

    private void enlist(TargetConnections.Connection connection) {
        if (connection.responder().hasPending() && connection.enlist()) {
            ready.add(connection);
        }
    }

    @Override
    public int progress(long nowNs) {
        int sent = 0;
        for (int left = ready.size(); left > 0 && sent < BURST_PACKETS; left--) {
            TargetConnections.Connection connection = ready.remove();
            connection.delist();
            sent += connection.responder().send(BURST_PACKETS - sent);
            enlist(connection);
        }
        if (!ready.isEmpty()) {
            adapter.markReady(this);
        }
        return sent;
    }

    @Override
    public void onTime(long nowNs) {
        if (forgets && nowNs - forgetNs >= 0) {
            forgets = false;
            connections.forgetSilent(nowNs, adapter.settings().dynamic().packetLifetimeNs());
            if (!connections.isEmpty()) {
                armForget();
            }
        } else if (forgets) {
            adapter.arm(forgetNs);
        }
    }

    private void armForget() {
        if (!forgets) {
            forgets = true;
            forgetNs = adapter.nowNs() + adapter.settings().dynamic().packetLifetimeNs();
            adapter.arm(forgetNs);
        }
    }

    @Override
    public boolean uses(CompletionQueue queue) {
        return completions == queue;
    }

    @Override
    public void enterError() {
        state = QpState.ERR;
        connections.closeAll();
        adapter.raise(AsyncEvent.Type.QP_LAST_WQE_REACHED, number);
    }

    @Override
    public long contextBytes() {
        AdapterSettings settings = adapter.settings();
        return (1L + mostConnections()) * settings.costs().contextBytes();
    }

    private int mostConnections() {
        return adapter.settings().dynamic().connections();
    }

    private MpiFailure refused(QpState target, String advice) {
        return new MpiFailure(ErrorClass.ARG, "target cannot change state")
                .with("number", number)
                .with("from", state)
                .with("to", target)
                .advice(advice);
    }

    /** The context of the responders of all connections. */
    private final class TargetContext extends ResponderContext {
        TargetContext() {
            super(
                    adapter,
                    DcTarget.this.number,
                    DcTarget.this.domain,
                    receives.domain(),
                    completions,
                    attributes);
        }

        @Override
        boolean serves() {
            return state == QpState.RTR;
        }

        @Override
        ReceiveWorkRequest takeReceive() {
            return receives.take();
        }

        @Override
        void onContact() {
            if (!contacted) {
                contacted = true;
                raise(AsyncEvent.Type.COMM_EST);
            }
        }

        @Override
        void onRefusal() {}
    }
}
