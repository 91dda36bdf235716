package musubi.verbs.transport;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.RdmaMemory;
import musubi.adi.RemoteMemory;
import musubi.adi.TransportProvider;
import musubi.config.Setting;

import java.util.Map;
import java.util.Set;

/** The contract over the shared memory of a node. */
final class VerbsTransportContractTest extends ConcurrentTransportContract {
    private static final Map<String, String> SETTINGS =
            Map.of(Setting.TRANSPORT.name(), "verbs", "verbs.period", "5", "verbs.periods", "4");

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(RemoteMemory.class, RdmaMemory.class);
    }

    @Override
    protected TransportProvider provider() {
        return new VerbsTransportProvider();
    }

    /** Rings are created early, so that the contract covers all paths. */
    @Override
    protected String setting(String name) {
        return SETTINGS.get(name);
    }
}
