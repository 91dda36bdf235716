package musubi.adi.sample;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connects ranks that live in one JVM through queues, for jobs that select it by name. */
public final class QueueTransportProvider implements TransportProvider {
    /** The queues of the ranks in this JVM, by business card. */
    record Queues(Map<String, MessageQueue> byCard) {}

    /** For {@link java.util.ServiceLoader}. */
    public QueueTransportProvider() {}

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        if (context.addressSpace() == null || wanted == null || !wanted.contains(name())) {
            return null;
        }
        Queues queues =
                context.addressSpace()
                        .shared(Queues.class, () -> new Queues(new ConcurrentHashMap<>()));
        return new QueueTransport(context, queues.byCard());
    }
}
