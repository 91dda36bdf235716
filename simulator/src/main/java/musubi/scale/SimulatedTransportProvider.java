package musubi.scale;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;

/** The transport to ranks that do not exist, for those who name it in their settings. */
public final class SimulatedTransportProvider implements TransportProvider {
    static final String NAME = "simulated";

    /** For {@link java.util.ServiceLoader}. */
    public SimulatedTransportProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        if (wanted == null || !wanted.contains(NAME)) {
            return null;
        }
        SimulatedWorld world =
                context.addressSpace()
                        .shared(
                                SimulatedWorld.class,
                                () -> {
                                    throw new IllegalStateException("nobody simulates a world");
                                });
        NodeRings rings = context.addressSpace().shared(NodeRings.class, NodeRings::new);
        return new SimulatedTransport(context, world, rings);
    }
}
