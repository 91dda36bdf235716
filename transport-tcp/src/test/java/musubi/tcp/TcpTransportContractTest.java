package musubi.tcp;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.TransportProvider;

final class TcpTransportContractTest extends ConcurrentTransportContract {
    @Override
    protected TransportProvider provider() {
        return new TcpTransportProvider();
    }

    @Override
    protected int[] boundaries() {
        return new int[] {4096, 16 << 10, FrameDescriptor.FRAGMENT_BYTES};
    }
}
