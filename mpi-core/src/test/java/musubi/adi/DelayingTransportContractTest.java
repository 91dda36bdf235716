package musubi.adi;

final class DelayingTransportContractTest extends ConcurrentTransportContract {
    private final TransportProvider provider =
            new FaultyTransportProvider(new MemoryTransportProvider(), Faults.delay(seed, 7));

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
