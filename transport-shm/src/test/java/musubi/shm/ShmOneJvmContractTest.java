package musubi.shm;

import musubi.adi.OneJvmTransportContract;
import musubi.adi.TransportProvider;

/** The contract for ranks that live in one JVM and know it. */
final class ShmOneJvmContractTest extends OneJvmTransportContract {
    @Override
    protected TransportProvider provider() {
        return new ShmTransportProvider();
    }
}
