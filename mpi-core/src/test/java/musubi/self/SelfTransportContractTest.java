package musubi.self;

import musubi.adi.ClosedEndpointContract;
import musubi.adi.TransportProvider;

final class SelfTransportContractTest extends ClosedEndpointContract {
    @Override
    protected TransportProvider provider() {
        return new SelfTransportProvider();
    }

    @Override
    protected boolean isLoopback() {
        return true;
    }
}
