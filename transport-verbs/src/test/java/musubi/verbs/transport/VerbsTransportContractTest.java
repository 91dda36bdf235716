package musubi.verbs.transport;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.TransportProvider;
import musubi.config.Setting;

/** The contract over the shared memory of a node. */
final class VerbsTransportContractTest extends ConcurrentTransportContract {
    @Override
    protected TransportProvider provider() {
        return new VerbsTransportProvider();
    }

    @Override
    protected String setting(String name) {
        return name.equals(Setting.TRANSPORT.name()) ? "verbs" : null;
    }
}
