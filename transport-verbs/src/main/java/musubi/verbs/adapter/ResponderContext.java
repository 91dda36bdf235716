package musubi.verbs.adapter;

import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.ReceiveWorkRequest;

/** What a {@link Responder} needs of the queue pair or target that it serves for. */
interface ResponderContext {
    int number();

    int attribute(QpAttribute attribute);

    /** Whether requests of a peer are served now. */
    boolean serves();

    /** The domain of remote keys. */
    ProtectionDomain domain();

    /** The domain of the keys of posted receives. */
    ProtectionDomain receiveDomain();

    /** The oldest posted receive, or null. */
    ReceiveWorkRequest takeReceive();

    CompletionQueue receiveCompletions();

    /** The first request of a connection has come. */
    void onContact();

    /** A request was refused, and the event says why, if there is one; the connection is over. */
    void onRefusal(AsyncEvent.Type event);
}
