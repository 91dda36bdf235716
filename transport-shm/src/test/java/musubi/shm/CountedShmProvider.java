package musubi.shm;

import musubi.adi.CountingTransport;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

/** Shared memory with counted traffic, selected by name in the settings. */
public final class CountedShmProvider implements TransportProvider {
    /** For {@link java.util.ServiceLoader}. */
    public CountedShmProvider() {}

    @Override
    public String name() {
        return "counted";
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        boolean isWanted = wanted != null && wanted.contains("counted");
        Transport transport = isWanted ? new ShmTransportProvider().open(context) : null;
        return transport == null ? null : new CountingTransport(transport);
    }
}
