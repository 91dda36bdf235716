package musubi.adi.sample;

import musubi.adi.PostedReceiveContract;
import musubi.adi.TransportProvider;

final class QueueTransportContractTest extends PostedReceiveContract {
    @Override
    protected TransportProvider provider() {
        return new QueueTransportProvider();
    }

    @Override
    protected String setting(String name) {
        return name.equals("transport") ? "queue" : null;
    }

    @Override
    protected boolean sharesAddressSpace() {
        return true;
    }

    /** It allocates objects for every message. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
