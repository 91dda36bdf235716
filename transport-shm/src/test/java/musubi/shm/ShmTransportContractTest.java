package musubi.shm;

import musubi.adi.MemoryPool;
import musubi.adi.NodeMemory;
import musubi.adi.PostedReceiveContract;
import musubi.adi.PostedReceives;
import musubi.adi.RemoteMemory;
import musubi.adi.SleepElsewhere;
import musubi.adi.TransportProvider;

import java.util.Set;

final class ShmTransportContractTest extends PostedReceiveContract {
    @Override
    protected TransportProvider provider() {
        return new ShmTransportProvider();
    }

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(
                MemoryPool.class,
                NodeMemory.class,
                SleepElsewhere.class,
                RemoteMemory.class,
                PostedReceives.class);
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
