package musubi.verbs.transport;

import musubi.adi.ClosedEndpointContract;
import musubi.adi.RdmaMemory;
import musubi.adi.RemoteMemory;
import musubi.adi.TransportProvider;
import musubi.config.Setting;
import musubi.verbs.wire.FaultInjectingWire;
import musubi.verbs.wire.WireFaults;

import java.util.Optional;
import java.util.Set;

/** The contract with 5 % of packets lost, 5 % duplicated and 5 % late. */
final class VerbsLossyContractTest extends ClosedEndpointContract {
    private static final double CHANCE = 0.05;

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(RemoteMemory.class, RdmaMemory.class);
    }

    @Override
    protected TransportProvider provider() {
        return new VerbsTransportProvider(
                FaultInjectingWire.with(WireFaults.of(CHANCE, seed)), Optional.empty());
    }

    @Override
    protected String setting(String name) {
        return name.equals(Setting.TRANSPORT.name()) ? "verbs" : null;
    }

    /** Delayed packets are kept in a growing pool. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
