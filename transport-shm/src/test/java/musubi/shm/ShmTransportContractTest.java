package musubi.shm;

import musubi.adi.PostedReceiveContract;
import musubi.adi.TransportProvider;

final class ShmTransportContractTest extends PostedReceiveContract {
    @Override
    protected TransportProvider provider() {
        return new ShmTransportProvider();
    }

    @Override
    protected int[] boundaries() {
        return new int[] {
            PartitionDescriptor.LINE_BYTES - PartitionDescriptor.PAYLOAD,
            PartitionDescriptor.INLINE_LIMIT_BYTES,
            PartitionDescriptor.SLOT_BYTES,
        };
    }
}
