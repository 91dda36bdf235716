package musubi.verbs.adapter;

import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.ReceiveWorkRequest;

/** The queue pair or target of a {@link Responder}. */
abstract class ResponderContext {
    final int number;

    /** Protection domain of remote keys. */
    final ProtectionDomain domain;

    /** Protection domain of the keys of posted receives. */
    final ProtectionDomain receiveDomain;

    final CompletionQueue receiveCompletions;
    private final HostChannelAdapter adapter;
    private final QpAttributes attributes;

    ResponderContext(
            HostChannelAdapter adapter,
            int number,
            ProtectionDomain domain,
            ProtectionDomain receiveDomain,
            CompletionQueue receiveCompletions,
            QpAttributes attributes) {
        this.adapter = adapter;
        this.number = number;
        this.domain = domain;
        this.receiveDomain = receiveDomain;
        this.receiveCompletions = receiveCompletions;
        this.attributes = attributes;
    }

    final int attribute(QpAttribute attribute) {
        return attributes.get(attribute);
    }

    final void raise(AsyncEvent.Type event) {
        adapter.raise(event, number);
    }

    /** Whether requests of a peer are served now. */
    abstract boolean serves();

    /** The oldest posted receive, or null. */
    abstract ReceiveWorkRequest takeReceive();

    /** The first request of a connection has arrived. */
    abstract void onContact();

    /** A request was refused, which ends the connection. */
    abstract void onRefusal();
}
