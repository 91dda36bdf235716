package musubi.shm;

import musubi.adi.MemoryPool;
import musubi.adi.NodeMemory;
import musubi.adi.OneJvmTransportContract;
import musubi.adi.PostedReceives;
import musubi.adi.RemoteMemory;
import musubi.adi.SleepElsewhere;
import musubi.adi.TransportProvider;

import java.util.Set;

/** The contract for ranks in one JVM that share its address space. */
final class ShmOneJvmContractTest extends OneJvmTransportContract {
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
}
