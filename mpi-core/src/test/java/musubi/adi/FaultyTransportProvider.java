package musubi.adi;

/** Opens another provider's transports, each decorated by a {@link FaultyTransport}. */
public final class FaultyTransportProvider implements TransportProvider {
    private final TransportProvider inner;
    private final Faults faults;

    public FaultyTransportProvider(TransportProvider inner, Faults faults) {
        this.inner = inner;
        this.faults = faults;
    }

    @Override
    public String name() {
        return "faulty-" + inner.name();
    }

    @Override
    public Transport open(TransportContext context) {
        DelayedInbound delayed = new DelayedInbound(context.inbound(), faults, context.worldRank());
        TransportContext inside =
                LocalContext.with(context, delayed, context.setting(), context.addressSpace());
        Transport transport = inner.open(inside);
        return transport == null ? null : new FaultyTransport(transport, context, delayed, faults);
    }
}
