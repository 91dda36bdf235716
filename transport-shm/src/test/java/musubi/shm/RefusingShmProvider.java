package musubi.shm;

import musubi.adi.RefusingTransport;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

/** Shared memory with {@link musubi.adi.Refusals}. */
public final class RefusingShmProvider implements TransportProvider {
    @Override
    public String name() {
        return "refusing";
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        boolean isWanted = wanted != null && wanted.contains(name());
        Transport transport = isWanted ? new ShmTransportProvider().open(context) : null;
        return transport == null ? null : new RefusingTransport(transport, context.worldRank());
    }
}
