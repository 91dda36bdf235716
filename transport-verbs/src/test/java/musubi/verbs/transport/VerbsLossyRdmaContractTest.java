package musubi.verbs.transport;

import musubi.adi.RdmaMemoryContract;
import musubi.adi.TransportProvider;
import musubi.config.Setting;
import musubi.verbs.wire.FaultInjectingWire;
import musubi.verbs.wire.WireFaults;

import java.util.Optional;

/**
 * The contract with a quarter of all packets lost, as many duplicated and as many late: some
 * atomics fail more often than a request is retried, and are executed once all the same.
 */
final class VerbsLossyRdmaContractTest extends RdmaMemoryContract {
    private static final double CHANCE = 0.25;

    private final long faults = Long.getLong("verbs.faults.seed", System.nanoTime());

    @Override
    protected TransportProvider provider() {
        System.out.println("verbs.faults.seed=" + faults);
        return new VerbsTransportProvider(
                FaultInjectingWire.with(WireFaults.of(CHANCE, faults)), Optional.empty());
    }

    @Override
    protected String setting(String name) {
        return name.equals(Setting.TRANSPORT.name()) ? "verbs" : null;
    }

    /** A lost packet costs a time-out of 17 ms. */
    @Override
    protected int atomics() {
        return 120;
    }
}
