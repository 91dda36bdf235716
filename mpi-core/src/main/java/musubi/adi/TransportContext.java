package musubi.adi;

import musubi.region.AddressSpace;

import java.util.function.Function;

/**
 * What a transport is told when it is opened. Immutable; its parts belong to the thread that holds
 * the rank.
 *
 * @param worldRank this rank
 * @param worldSize ranks in the job
 * @param localRank this rank among those of its node
 * @param localSize ranks on this node
 * @param jobId a name unique on the machine
 * @param inbound where arrivals are reported
 * @param setting looks a user's setting up by name; null when it is not set. {@code secret} is the
 *     job's without one, {@code node} the number of the node: nodes may be one machine
 * @param addressSpace what the ranks of this JVM share; null when this rank has the JVM to itself
 */
public record TransportContext(
        int worldRank,
        int worldSize,
        int localRank,
        int localSize,
        String jobId,
        Inbound inbound,
        Function<String, String> setting,
        AddressSpace addressSpace) {}
