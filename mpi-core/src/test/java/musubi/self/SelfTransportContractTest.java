package musubi.self;

import musubi.adi.TransportContract;
import musubi.adi.TransportProvider;

final class SelfTransportContractTest extends TransportContract {
    @Override
    protected TransportProvider provider() {
        return new SelfTransportProvider();
    }

    @Override
    protected boolean isLoopback() {
        return true;
    }
}
