package musubi.verbs.transport;

import musubi.adi.RdmaMemoryContract;
import musubi.adi.TransportProvider;
import musubi.config.Setting;

/** The contract of remote memory behind an adapter. */
final class VerbsRdmaContractTest extends RdmaMemoryContract {
    @Override
    protected TransportProvider provider() {
        return new VerbsTransportProvider();
    }

    @Override
    protected String setting(String name) {
        return name.equals(Setting.TRANSPORT.name()) ? "verbs" : null;
    }
}
