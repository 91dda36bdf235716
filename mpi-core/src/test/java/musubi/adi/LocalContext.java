package musubi.adi;

import musubi.region.AddressSpace;

import java.util.function.Function;

/** Contexts of jobs whose ranks are all on one node, for tests. */
public final class LocalContext {
    private LocalContext() {}

    /** A rank with a JVM of its own; the secret is the setting of this name. */
    public static TransportContext of(
            int rank, int size, String jobId, Inbound inbound, Function<String, String> setting) {
        return of(rank, size, jobId, inbound, setting, null);
    }

    /** A rank in a JVM that other ranks may share. */
    public static TransportContext of(
            int rank,
            int size,
            String jobId,
            Inbound inbound,
            Function<String, String> setting,
            AddressSpace space) {
        return new TransportContext(
                rank,
                size,
                rank,
                size,
                0,
                jobId,
                () -> setting.apply("secret"),
                inbound,
                setting,
                space,
                (_, _) -> _ -> {},
                null,
                null);
    }

    /** The same rank with other upcalls, settings and address space. */
    public static TransportContext with(
            TransportContext context,
            Inbound inbound,
            Function<String, String> setting,
            AddressSpace space) {
        return new TransportContext(
                context.worldRank(),
                context.worldSize(),
                context.localRank(),
                context.localSize(),
                context.node(),
                context.jobId(),
                context.secret(),
                inbound,
                setting,
                space,
                context.counters(),
                context.routes(),
                context.paths());
    }

    /** The same rank in a job with relays. */
    public static TransportContext with(TransportContext context, PeerRoutes routes) {
        return new TransportContext(
                context.worldRank(),
                context.worldSize(),
                context.localRank(),
                context.localSize(),
                context.node(),
                context.jobId(),
                context.secret(),
                context.inbound(),
                context.setting(),
                context.addressSpace(),
                context.counters(),
                routes,
                context.paths());
    }
}
