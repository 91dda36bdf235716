package musubi.adi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connects the ranks of one JVM that were opened with the same provider object and job. */
public final class MemoryTransportProvider implements TransportProvider {
    private final Map<String, MemoryNetwork> networks = new ConcurrentHashMap<>();
    private final TransportTraits traits;

    public MemoryTransportProvider() {
        this(new TransportTraits(4096, 8192, true, true));
    }

    /** With limits of one's own, and remote memory or not. */
    public MemoryTransportProvider(TransportTraits traits) {
        this.traits = traits;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Transport open(TransportContext context) {
        MemoryNetwork network = networks.computeIfAbsent(context.jobId(), _ -> new MemoryNetwork());
        return new MemoryTransport(context, network, traits);
    }
}
