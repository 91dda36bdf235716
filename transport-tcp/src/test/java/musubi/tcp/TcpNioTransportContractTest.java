package musubi.tcp;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.TransportProvider;

final class TcpNioTransportContractTest extends ConcurrentTransportContract {
    @Override
    protected TransportProvider provider() {
        return new TcpTransportProvider();
    }

    @Override
    protected String setting(String name) {
        return name.equals(TcpTransportProvider.LOOP) ? "nio" : null;
    }

    /** The JDK's channels need buffer objects. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
