package musubi.shm;

import musubi.adi.CountingTransport;
import musubi.adi.LocalContext;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.region.AddressSpace;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counted shared memory with ranks in two simulated JVMs: even ones in the first. */
public final class SplitShmProvider implements TransportProvider {
    private static final Map<AddressSpace, AddressSpace> SPACES_OF_ODD_RANKS =
            new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "split";
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        boolean isWanted = wanted != null && wanted.contains(name());
        Transport transport = isWanted ? new ShmTransportProvider().open(split(context)) : null;
        return transport == null ? null : new CountingTransport(transport);
    }

    private static TransportContext split(TransportContext context) {
        boolean even = context.localRank() % 2 == 0;
        AddressSpace space = context.addressSpace();
        return LocalContext.with(
                context,
                context.inbound(),
                context.setting(),
                even ? space : SPACES_OF_ODD_RANKS.computeIfAbsent(space, _ -> new AddressSpace()));
    }
}
