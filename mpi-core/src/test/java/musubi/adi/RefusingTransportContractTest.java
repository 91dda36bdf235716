package musubi.adi;

final class RefusingTransportContractTest extends ConcurrentTransportContract {
    private final TransportProvider provider =
            new FaultyTransportProvider(
                    new MemoryTransportProvider(), Faults.backPressure(seed, 0.3));

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
