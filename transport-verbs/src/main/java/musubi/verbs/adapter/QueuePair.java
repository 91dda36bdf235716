package musubi.verbs.adapter;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.state.QpTransition;
import musubi.verbs.state.QueuePairType;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.PeerAddress;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkRequest;

import java.util.Optional;

/**
 * A send queue and, on a reliable connection, a receive queue. Requests complete in the order of
 * posting and take effect at the peer exactly once. An error ends the connection: the queue pair
 * goes to {@link QpState#ERR}, everything posted is flushed, and recovery leads through RESET,
 * INIT, RTR and RTS. In a dynamic initiator each request names its target, and nothing is received.
 * Made by {@link HostChannelAdapter#createQueuePair} and {@link
 * HostChannelAdapter#createInitiator}; owned by the adapter's thread. Verbs: {@code struct ibv_qp}.
 */
public final class QueuePair implements PollableQueuePair {
    private static final int BURST_PACKETS = 32;

    private final HostChannelAdapter adapter;
    private final int number;
    private final QueuePairType type;
    private final ProtectionDomain domain;
    private final QueuePairConfiguration configuration;
    private final QpAttributes attributes = new QpAttributes();
    private final SendQueue sends;
    private final ReceiveQueue receives;
    private final InitiatorConnection connection;
    private final PeerAddress peer;
    private final Requester requester;
    private final Responder responder;
    private QpState state = QpState.RESET;
    private boolean closed;

    QueuePair(
            HostChannelAdapter adapter,
            int number,
            QueuePairType type,
            ProtectionDomain domain,
            QueuePairConfiguration configuration) {
        this.adapter = adapter;
        this.number = number;
        this.type = type;
        this.domain = domain;
        this.configuration = configuration;
        QueueLimits limits = configuration.limits();
        sends = new SendQueue(limits);
        receives = new ReceiveQueue(limits.receives(), limits.receiveEntries());
        boolean dynamic = type == QueuePairType.DYNAMIC_INITIATOR;
        connection = dynamic ? new InitiatorConnection(adapter, this, number) : null;
        peer = dynamic ? connection.peer() : new PeerAddress();
        requester = new Requester(this, adapter, sends, connection);
        SharedReceiveQueue shared = configuration.sharedReceives().orElse(null);
        responder = new Responder(new Context(shared), adapter, peer);
        domain.addUser();
        configuration.sendCompletions().addUser();
        configuration.receiveCompletions().addUser();
        configuration.sharedReceives().ifPresent(SharedReceiveQueue::addUser);
    }

    /** The number that peers and completions name. Verbs: {@code qp_num}. */
    @Override
    public int number() {
        return number;
    }

    /** Service type. */
    public QueuePairType type() {
        return type;
    }

    @Override
    public QpState state() {
        return state;
    }

    /** An attribute as last set; 0 if it was not set since RESET. Verbs: {@code ibv_query_qp}. */
    public int attribute(QpAttribute attribute) {
        return attributes.get(attribute);
    }

    /** Connections that an initiator has made; 0 for a reliable connection. */
    public long connects() {
        return connection == null ? 0 : connection.connects();
    }

    /** Whether an initiator is connected now; false for a reliable connection. */
    public boolean isDynamicallyConnected() {
        return connection != null && connection.isOpen();
    }

    /**
     * Changes state and attributes together. Throws {@code ERR_ARG} and changes nothing if the
     * change of state is illegal, a needed attribute is missing, one is not allowed here, or a
     * value is out of range. RESET discards all posted requests and their completions; ERR flushes
     * them. Verbs: {@code ibv_modify_qp}.
     */
    public void modify(QpState target, QpAttributes changes) {
        check(target, changes);
        if (target == QpState.ERR) {
            enterError();
            return;
        }
        QpState from = state;
        attributes.putAll(changes);
        state = target;
        if (target == QpState.RESET) {
            forgetEverything();
        }
        if (connection == null) {
            peer.set(attribute(QpAttribute.DEST_LID), attribute(QpAttribute.DEST_QPN), 0);
        }
        if (target == QpState.RTR) {
            responder.start(attribute(QpAttribute.RQ_PSN));
        }
        requester.onChange(from, target);
        adapter.markReady(this);
    }

    /**
     * Posts a send; false if the send queue is full: poll the completion queue and retry. In SQD it
     * waits for RTS; in ERR it is flushed at once. Throws {@code ERR_OTHER} in RESET, INIT and RTR,
     * and {@code ERR_ARG} if it has too many entries or too much inline data, or names no target on
     * an initiator. Verbs: {@code ibv_post_send}.
     */
    public boolean postSend(SendWorkRequest request) {
        boolean ready = state == QpState.RTS || state == QpState.SQD || state == QpState.ERR;
        requireReady(request, ready);
        checkSize(request);
        if (sends.isFull()) {
            return false;
        }
        sends.add(request);
        if (state == QpState.ERR) {
            requester.flush();
        } else {
            adapter.markReady(this);
        }
        return true;
    }

    /**
     * Posts a receive; false if the receive queue is full. In ERR it is flushed at once. Throws
     * {@code ERR_OTHER} in RESET, with a shared receive queue or on an initiator, and {@code
     * ERR_ARG} if it has too many entries. Verbs: {@code ibv_post_recv}.
     */
    public boolean postReceive(ReceiveWorkRequest request) {
        requireReady(request, state != QpState.RESET);
        if (configuration.sharedReceives().isPresent() || connection != null) {
            throw new MpiFailure(ErrorClass.OTHER, "queue pair has no receives of its own")
                    .with("number", number)
                    .with("type", type)
                    .with("id", request.id())
                    .advice("post to the shared receive queue");
        }
        if (state != QpState.ERR) {
            return receives.post(request);
        }
        receives.check(request);
        flushReceive(request);
        return true;
    }

    /**
     * Destroys the queue pair; posted requests and their completions are discarded. A second call
     * has no effect. Verbs: {@code ibv_destroy_qp}.
     */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        forgetEverything();
        state = QpState.RESET;
        adapter.remove(this);
        domain.removeUser();
        configuration.sendCompletions().removeUser();
        configuration.receiveCompletions().removeUser();
        configuration.sharedReceives().ifPresent(SharedReceiveQueue::removeUser);
    }

    @Override
    public void enterError() {
        if (state == QpState.ERR) {
            return;
        }
        state = QpState.ERR;
        requester.flush();
        responder.flush();
        for (var request = receives.take(); request != null; request = receives.take()) {
            flushReceive(request);
        }
        if (configuration.sharedReceives().isPresent()) {
            adapter.raise(AsyncEvent.Type.QP_LAST_WQE_REACHED, number);
        }
        if (connection != null) {
            connection.reset();
        }
    }

    @Override
    public void onPacket(Packet packet) {
        if (connection != null) {
            if (packet.opcode().isResponse() && connection.accepts(packet)) {
                connection.onResponse(packet);
                onResponse(packet);
            }
        } else if (peer.isSourceOf(packet)) {
            if (packet.opcode().isResponse()) {
                onResponse(packet);
            } else {
                responder.onRequest(packet);
            }
        }
    }

    private void onResponse(Packet packet) {
        if (packet.opcode() != PacketOpcode.CONNECT_ACKNOWLEDGE) {
            requester.onResponse(packet);
        }
    }

    @Override
    public int progress(long nowNs) {
        int sent = responder.send(BURST_PACKETS);
        if (responder.hasPending()) {
            adapter.markReady(this);
        }
        sent += requester.send(nowNs);
        if (connection != null && sends.isEmpty()) {
            connection.idle(nowNs);
        }
        return sent;
    }

    @Override
    public void onTime(long nowNs) {
        requester.onTime(nowNs);
        if (connection != null) {
            connection.onTime(nowNs);
        }
        adapter.markReady(this);
    }

    @Override
    public boolean uses(CompletionQueue queue) {
        return configuration.sendCompletions() == queue
                || configuration.receiveCompletions() == queue;
    }

    @Override
    public long contextBytes() {
        AdapterSettings.Costs costs = adapter.settings().costs();
        QueueLimits limits = configuration.limits();
        boolean own = connection == null && configuration.sharedReceives().isEmpty();
        long places = limits.sends() + (own ? limits.receives() : 0L);
        return costs.contextBytes() + places * costs.workRequestBytes();
    }

    boolean signalsAll() {
        return configuration.signalAll();
    }

    PeerAddress peer() {
        return peer;
    }

    ProtectionDomain domain() {
        return domain;
    }

    CompletionQueue sendCompletions() {
        return configuration.sendCompletions();
    }

    private void flushReceive(ReceiveWorkRequest request) {
        CompletionEntry entry = configuration.receiveCompletions().claim();
        if (entry != null) {
            entry.fail(request.id(), CompletionStatus.WR_FLUSH_ERR, 0, number);
        }
    }

    private void forgetEverything() {
        sends.clear();
        receives.clear();
        responder.stop();
        attributes.clear();
        if (connection != null) {
            connection.reset();
        }
        configuration.sendCompletions().forget(number);
        configuration.receiveCompletions().forget(number);
    }

    private void check(QpState target, QpAttributes changes) {
        Optional<QpTransition> rule =
                connection == null
                        ? QpTransition.between(state, target)
                        : QpTransition.ofInitiator(state, target);
        if (rule.isEmpty()) {
            throw refused(target, "see QpState for the legal transitions");
        }
        if (closed) {
            throw refused(target, "it is closed, make a new one");
        }
        rule.get().check(changes, advice -> refused(target, advice));
    }

    /** The context of the responder, with the queue pair's own or shared receives. */
    private final class Context extends ResponderContext {
        private final SharedReceiveQueue shared;

        Context(SharedReceiveQueue shared) {
            super(
                    adapter,
                    QueuePair.this.number,
                    QueuePair.this.domain,
                    shared == null ? QueuePair.this.domain : shared.domain(),
                    configuration.receiveCompletions(),
                    attributes);
            this.shared = shared;
        }

        @Override
        boolean serves() {
            return state.serves();
        }

        @Override
        ReceiveWorkRequest takeReceive() {
            return shared == null ? receives.take() : shared.take();
        }

        @Override
        void onContact() {
            if (state == QpState.RTR) {
                raise(AsyncEvent.Type.COMM_EST);
            }
        }

        @Override
        void onRefusal() {
            enterError();
        }
    }

    private MpiFailure refused(QpState target, String advice) {
        return new MpiFailure(ErrorClass.ARG, "queue pair cannot change state")
                .with("number", number)
                .with("from", state)
                .with("to", target)
                .advice(advice);
    }

    private void requireReady(WorkRequest request, boolean ready) {
        if (closed || !ready) {
            throw new MpiFailure(ErrorClass.OTHER, "work request not allowed in this state")
                    .with("number", number)
                    .with("state", state)
                    .with("closed", closed)
                    .with("id", request.id())
                    .advice("receives may be posted from INIT, sends from RTS");
        }
    }

    private void checkSize(SendWorkRequest request) {
        QueueLimits limits = configuration.limits();
        boolean tooLarge =
                request.pieces().size() > limits.sendEntries()
                        || request.inlineBytes() > limits.inlineBytes();
        if (tooLarge || connection != null && request.target() == null) {
            throw new MpiFailure(ErrorClass.ARG, "send exceeds the limits of the queue pair")
                    .with("id", request.id())
                    .with("entries", request.pieces().size())
                    .with("inlineBytes", request.inlineBytes())
                    .with("limits", limits)
                    .with("target", request.target())
                    .advice("use less or higher limits, and give an initiator's a target");
        }
    }
}
