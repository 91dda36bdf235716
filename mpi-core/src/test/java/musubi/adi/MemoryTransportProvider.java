package musubi.adi;

import musubi.adi.sample.QueueTransportProvider;

/** Queues and memory accessible to peers, for jobs in one JVM that select it by name. */
public final class MemoryTransportProvider implements TransportProvider {
    private static final String TRANSPORT = "transport";

    private final TransportProvider queues = new QueueTransportProvider();

    /** For {@link java.util.ServiceLoader}. */
    public MemoryTransportProvider() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply(TRANSPORT);
        if (wanted == null || !wanted.contains(name())) {
            return null;
        }
        TransportContext asking =
                LocalContext.with(
                        context,
                        context.inbound(),
                        name -> name.equals(TRANSPORT) ? queues.name() : null,
                        context.addressSpace());
        SharedSegments segments =
                context.addressSpace().shared(SharedSegments.class, SharedSegments::new);
        return new MemoryTransport(queues.open(asking), segments);
    }
}
