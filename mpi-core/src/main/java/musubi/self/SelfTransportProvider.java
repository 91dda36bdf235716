package musubi.self;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

/** A rank sending to itself. */
public final class SelfTransportProvider implements TransportProvider {
    /** For {@link java.util.ServiceLoader}. */
    public SelfTransportProvider() {}

    @Override
    public String name() {
        return "self";
    }

    @Override
    public Transport open(TransportContext context) {
        return new SelfTransport(context.worldRank(), context.inbound());
    }
}
