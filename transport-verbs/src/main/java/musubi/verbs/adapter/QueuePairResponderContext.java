package musubi.verbs.adapter;

import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.ReceiveWorkRequest;

/**
 * Context of the responder of a reliable connection, with the queue pair's own or shared receives.
 */
final class QueuePairResponderContext implements ResponderContext {
    private final QueuePair pair;
    private final HostChannelAdapter adapter;
    private final ReceiveQueue receives;
    private final SharedReceiveQueue shared;
    private final CompletionQueue completions;
    private final ProtectionDomain receiveDomain;

    QueuePairResponderContext(
            QueuePair pair,
            HostChannelAdapter adapter,
            ReceiveQueue receives,
            QueuePairConfiguration configuration) {
        this.pair = pair;
        this.adapter = adapter;
        this.receives = receives;
        shared = configuration.sharedReceives().orElse(null);
        completions = configuration.receiveCompletions();
        receiveDomain = shared == null ? pair.domain() : shared.domain();
    }

    @Override
    public int number() {
        return pair.number();
    }

    @Override
    public int attribute(QpAttribute attribute) {
        return pair.attribute(attribute);
    }

    @Override
    public boolean serves() {
        return pair.state().serves();
    }

    @Override
    public ProtectionDomain domain() {
        return pair.domain();
    }

    @Override
    public ProtectionDomain receiveDomain() {
        return receiveDomain;
    }

    @Override
    public ReceiveWorkRequest takeReceive() {
        return shared == null ? receives.take() : shared.take();
    }

    @Override
    public CompletionQueue receiveCompletions() {
        return completions;
    }

    @Override
    public void onContact() {
        if (pair.state() == QpState.RTR) {
            adapter.raise(AsyncEvent.Type.COMM_EST, pair.number());
        }
    }

    @Override
    public void onRefusal(AsyncEvent.Type event) {
        if (event != null) {
            adapter.raise(event, pair.number());
        }
        pair.enterError();
    }
}
