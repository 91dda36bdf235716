package musubi.verbs.transport;

import musubi.adi.ClosedEndpointContract;
import musubi.adi.RdmaMemory;
import musubi.adi.RemoteMemory;
import musubi.adi.TransportProvider;
import musubi.config.Setting;
import musubi.verbs.transport.options.VerbsSettings;

import java.util.Map;
import java.util.Set;

/** The contract over UDP, as between nodes. */
final class VerbsUdpContractTest extends ClosedEndpointContract {
    private static final Map<String, String> SETTINGS =
            Map.of(
                    Setting.TRANSPORT.name(),
                    "verbs",
                    VerbsSettings.WIRE.name(),
                    "udp",
                    "verbs.period",
                    "5",
                    "verbs.periods",
                    "4");

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(RemoteMemory.class, RdmaMemory.class);
    }

    @Override
    protected TransportProvider provider() {
        return new VerbsTransportProvider();
    }

    @Override
    protected String setting(String name) {
        return SETTINGS.get(name);
    }
}
