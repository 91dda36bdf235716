package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.EnumSet;
import java.util.Set;

/**
 * A send queue and a receive queue of one end of a reliable connection. Requests complete in the
 * order of posting and take effect at the peer exactly once. An error ends the connection: the
 * queue pair goes to {@link QpState#ERR}, everything posted is flushed, and the way back is RESET,
 * INIT, RTR, RTS. Made by {@link HostChannelAdapter#createQueuePair}; owned by the adapter's
 * thread. Verbs: {@code struct ibv_qp} of type {@code IBV_QPT_RC}.
 */
public final class QueuePair {
    private final HostChannelAdapter adapter;
    private final int number;
    private final ProtectionDomain domain;
    private final QueuePairConfiguration configuration;
    private final QpAttributes attributes = new QpAttributes();
    private final SendQueue sends;
    private final ReceiveQueue receives;
    private final Requester requester;
    private final Responder responder;
    private QpState state = QpState.RESET;
    private Route route = new Route(0, 0, 0, 0);
    private boolean closed;

    QueuePair(
            HostChannelAdapter adapter,
            int number,
            ProtectionDomain domain,
            QueuePairConfiguration configuration) {
        this.adapter = adapter;
        this.number = number;
        this.domain = domain;
        this.configuration = configuration;
        QueueLimits limits = configuration.limits();
        sends = new SendQueue(limits.sends());
        receives = new ReceiveQueue(limits.receives(), limits.receiveEntries());
        requester = new Requester(this, adapter, sends);
        responder = new Responder(this, adapter);
        domain.addUser();
        configuration.sendCompletions().addUser();
        configuration.receiveCompletions().addUser();
        configuration.sharedReceives().ifPresent(SharedReceiveQueue::addUser);
    }

    /** The number that peers and completions name. Verbs: {@code qp_num}. */
    public int number() {
        return number;
    }

    /** The state now. */
    public QpState state() {
        return state;
    }

    /** An attribute as last set; 0 if it was not set since RESET. Verbs: {@code ibv_query_qp}. */
    public int attribute(QpAttribute attribute) {
        return attributes.get(attribute);
    }

    /**
     * Changes state and attributes together. Throws {@code ERR_ARG} and changes nothing if the
     * change of state is illegal, a needed attribute is missing, one is not allowed here, or a
     * value is out of range. Going to RESET forgets everything posted and its completions; going to
     * ERR flushes it. Verbs: {@code ibv_modify_qp}.
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
        } else if (target == QpState.RTR) {
            responder.start();
        } else if (from == QpState.RTR) {
            requester.start();
        } else if (from == QpState.RTS && target == QpState.SQD) {
            requester.drain();
        }
        route =
                new Route(
                        adapter.lid(),
                        number,
                        attributes.get(QpAttribute.DEST_LID),
                        attributes.get(QpAttribute.DEST_QPN));
    }

    /**
     * Posts a send; false if the send queue is full, then poll the completion queue and try again.
     * In SQD it waits for RTS; in ERR it is flushed at once. Throws {@code ERR_OTHER} in RESET,
     * INIT and RTR, and {@code ERR_ARG} if it has too many pieces or too much inline data. Verbs:
     * {@code ibv_post_send}.
     */
    public boolean postSend(SendWorkRequest request) {
        requireNot(request, EnumSet.of(QpState.RESET, QpState.INIT, QpState.RTR));
        checkSize(request);
        if (sends.isFull()) {
            return false;
        }
        sends.add(request);
        if (state == QpState.ERR) {
            requester.flush();
        }
        return true;
    }

    /**
     * Posts a receive; false if the receive queue is full. In ERR it is flushed at once. Throws
     * {@code ERR_OTHER} in RESET or with a shared receive queue, and {@code ERR_ARG} if it has too
     * many pieces. Verbs: {@code ibv_post_recv}.
     */
    public boolean postReceive(ReceiveWorkRequest request) {
        requireNot(request, EnumSet.of(QpState.RESET));
        if (configuration.sharedReceives().isPresent()) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "queue pair takes receives from a shared queue: number="
                            + number
                            + " id="
                            + request.id()
                            + "; post to the shared receive queue");
        }
        if (state != QpState.ERR) {
            return receives.post(request);
        }
        receives.check(request);
        completeReceiveInError(request, CompletionStatus.WR_FLUSH_ERR);
        return true;
    }

    /**
     * Destroys the queue pair; what was posted and its completions are forgotten. A second call
     * does nothing. Verbs: {@code ibv_destroy_qp}.
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

    /** Goes to ERR from wherever it is and flushes; nothing if it is there. */
    void enterError() {
        if (state == QpState.ERR) {
            return;
        }
        state = QpState.ERR;
        requester.flush();
        ReceiveWorkRequest request;
        while ((request = receives.take()) != null) {
            completeReceiveInError(request, CompletionStatus.WR_FLUSH_ERR);
        }
        if (configuration.sharedReceives().isPresent()) {
            adapter.raise(AsyncEvent.Type.QP_LAST_WQE_REACHED, number);
        }
    }

    /** A packet for this queue pair; one that is not from the peer is dropped. */
    void onPacket(Packet packet) {
        Route from = packet.route();
        boolean fromPeer =
                from.sourceLid() == route.destinationLid()
                        && from.sourceQueuePair() == route.destinationQueuePair();
        if (!fromPeer) {
            return;
        }
        if (packet.opcode().isResponse()) {
            requester.onResponse(packet);
        } else {
            responder.onRequest(packet);
        }
    }

    int pollSends() {
        return requester.poll();
    }

    boolean uses(CompletionQueue queue) {
        return configuration.sendCompletions() == queue
                || configuration.receiveCompletions() == queue;
    }

    boolean signalsAll() {
        return configuration.signalAll();
    }

    /** The way to the peer. */
    Route route() {
        return route;
    }

    ProtectionDomain domain() {
        return domain;
    }

    /** The domain whose keys posted receives use. */
    ProtectionDomain receiveDomain() {
        return configuration.sharedReceives().map(SharedReceiveQueue::domain).orElse(domain);
    }

    /** The oldest posted receive, or null. */
    ReceiveWorkRequest takeReceive() {
        SharedReceiveQueue shared = configuration.sharedReceives().orElse(null);
        return shared == null ? receives.take() : shared.take();
    }

    void completeSend(WorkCompletion completion, int slots) {
        configuration.sendCompletions().pushSend(completion, sends, slots);
    }

    void completeReceive(WorkCompletion completion) {
        configuration.receiveCompletions().pushReceive(completion);
    }

    void completeReceiveInError(ReceiveWorkRequest request, CompletionStatus status) {
        completeReceive(WorkCompletion.error(request.id(), status, number));
    }

    private void forgetEverything() {
        sends.clear();
        receives.clear();
        attributes.clear();
        configuration.sendCompletions().forget(number);
        configuration.receiveCompletions().forget(number);
    }

    private void check(QpState target, QpAttributes changes) {
        QpTransition rule =
                QpTransition.between(state, target)
                        .orElseThrow(() -> refused(target, "take a legal way, see QpState"));
        if (closed) {
            throw refused(target, "it is closed, make a new one");
        }
        Set<QpAttribute> missing = EnumSet.noneOf(QpAttribute.class);
        missing.addAll(rule.required());
        missing.removeAll(changes.mask());
        if (!missing.isEmpty()) {
            throw refused(target, "set " + missing);
        }
        for (QpAttribute attribute : changes.mask()) {
            if (!rule.required().contains(attribute) && !rule.optional().contains(attribute)) {
                throw refused(target, "leave out " + attribute);
            }
            int value = changes.get(attribute);
            if (!attribute.allows(value)) {
                String advice = attribute + "=" + value + ", give " + attribute.allowed();
                throw refused(target, advice);
            }
        }
    }

    private MpiFailure refused(QpState target, String advice) {
        return new MpiFailure(
                ErrorClass.ARG,
                "queue pair cannot change state: number="
                        + number
                        + " from="
                        + state
                        + " to="
                        + target
                        + "; "
                        + advice);
    }

    private void requireNot(WorkRequest request, Set<QpState> forbidden) {
        if (closed || forbidden.contains(state)) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "queue pair takes no such work request now: number="
                            + number
                            + " state="
                            + state
                            + " closed="
                            + closed
                            + " id="
                            + request.id()
                            + "; receives may be posted from INIT, sends from RTS");
        }
    }

    private void checkSize(SendWorkRequest request) {
        QueueLimits limits = configuration.limits();
        int inlineBytes = request.inlineData().map(data -> data.length).orElse(0);
        if (request.entries().size() > limits.sendEntries() || inlineBytes > limits.inlineBytes()) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "send is larger than the queue pair allows: id="
                            + request.id()
                            + " entries="
                            + request.entries().size()
                            + " inlineBytes="
                            + inlineBytes
                            + " limits="
                            + limits
                            + "; use less, or make the queue pair with higher limits");
        }
    }
}
