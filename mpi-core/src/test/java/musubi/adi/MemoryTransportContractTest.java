package musubi.adi;

final class MemoryTransportContractTest extends PostedReceiveContract {
    private final TransportProvider provider = new MemoryTransportProvider();

    @Override
    protected TransportProvider provider() {
        return provider;
    }

    /** It makes objects of every message. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
