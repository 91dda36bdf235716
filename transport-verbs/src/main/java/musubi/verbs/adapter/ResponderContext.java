package musubi.verbs.adapter;

import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.ReceiveWorkRequest;

/** The queue pair or target of a {@link Responder}. */
interface ResponderContext {
    int number();

    int attribute(QpAttribute attribute);

    /** Whether requests of a peer are served now. */
    boolean serves();

    /** Protection domain of remote keys. */
    ProtectionDomain domain();

    /** Protection domain of the keys of posted receives. */
    ProtectionDomain receiveDomain();

    /** The oldest posted receive, or null. */
    ReceiveWorkRequest takeReceive();

    CompletionQueue receiveCompletions();

    /** The first request of a connection has arrived. */
    void onContact();

    /** A request was refused, which ends the connection; {@code event} is the reason, or null. */
    void onRefusal(AsyncEvent.Type event);
}
