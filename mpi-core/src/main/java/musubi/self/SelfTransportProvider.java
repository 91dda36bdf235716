package musubi.self;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

/** Opens the transport of a rank to itself. */
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
