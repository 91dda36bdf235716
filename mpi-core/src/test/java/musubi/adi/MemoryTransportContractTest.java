package musubi.adi;

import java.util.Set;

final class MemoryTransportContractTest extends PostedReceiveContract {
    private final TransportProvider provider = new MemoryTransportProvider();

    @Override
    protected TransportProvider provider() {
        return provider;
    }

    @Override
    protected String setting(String name) {
        return name.equals("transport") ? "memory" : null;
    }

    @Override
    protected boolean sharesAddressSpace() {
        return true;
    }

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(MemoryPool.class, RemoteMemory.class);
    }

    /** It allocates objects for every message. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
