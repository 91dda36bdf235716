package musubi.adi;

import musubi.region.AddressSpace;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The job and the rank for which a transport is opened. Immutable; its parts belong to the thread
 * that holds the rank.
 *
 * @param worldRank this rank
 * @param worldSize ranks in the job
 * @param localRank this rank among those of its node
 * @param localSize ranks on this node
 * @param node number of this node in the job; several nodes may be one machine
 * @param jobId a name unique on the machine
 * @param secret known to the ranks of the job only; its value is null when there is none. The first
 *     call may ask the process manager, collectively: all ranks call it, or none
 * @param inbound receives arrivals
 * @param setting the user's setting of a name; null when it is not set
 * @param addressSpace shared by the ranks of this JVM; null when this rank has the JVM to itself
 * @param counters makes a counter of the rank from its name (words with dots between, the transport
 *     first) and its unit (for example {@code bytes}); the counter is called with amounts, by one
 *     thread at a time, which need not hold the rank
 * @param routes to peers on other sites; null in a job without relays
 * @param paths takes measurements of paths; null in a job of one site
 */
public record TransportContext(
        int worldRank,
        int worldSize,
        int localRank,
        int localSize,
        int node,
        String jobId,
        Supplier<String> secret,
        Inbound inbound,
        Function<String, String> setting,
        AddressSpace addressSpace,
        BiFunction<String, String, LongConsumer> counters,
        PeerRoutes routes,
        PathSamples paths) {}
