package musubi.job;

import musubi.adi.MemoryTransportProvider;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

/** The memory transport for jobs in one JVM, for those who name it in their settings. */
public final class JobMemoryProvider implements TransportProvider {
    private static final MemoryTransportProvider SHARED = new MemoryTransportProvider();

    /** For {@link java.util.ServiceLoader}. */
    public JobMemoryProvider() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        return wanted != null && wanted.contains("memory") ? SHARED.open(context) : null;
    }
}
