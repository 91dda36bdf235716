package musubi.verbs.adapter;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * Settings of an adapter. Immutable.
 *
 * @param windowPackets packets that a queue pair may have in flight, 4 to 4096; what all peers of
 *     an adapter send at once has to fit into its wire, or a part is lost and retransmitted
 * @param costs modelled costs of hardware
 * @param dynamic opening and closing of dynamic connections
 */
public record AdapterSettings(int windowPackets, Costs costs, Dynamic dynamic) {
    /** Default settings. */
    public static final AdapterSettings DEFAULTS =
            new AdapterSettings(
                    32,
                    new Costs(0, 0, 256, 64, 64),
                    new Dynamic(false, 1_000_000, 1024, 10_000_000_000L));

    /** Throws {@code ERR_ARG} if the window is out of range. */
    public AdapterSettings {
        if (windowPackets < 4 || windowPackets > 4096) {
            throw new MpiFailure(ErrorClass.ARG, "window out of range")
                    .with("windowPackets", windowPackets)
                    .advice("give 4 to 4096");
        }
    }

    /** The same with other costs. */
    public AdapterSettings withCosts(Costs other) {
        return new AdapterSettings(windowPackets, other, dynamic);
    }

    /** The same with other dynamic connections. */
    public AdapterSettings withDynamic(Dynamic other) {
        return new AdapterSettings(windowPackets, costs, other);
    }

    /**
     * Costs of hardware that the emulation adds to its own.
     *
     * @param rcSetupNs time from RTS until a reliable connection sends, in nanoseconds
     * @param dcConnectNs time from a connect until an initiator sends, in nanoseconds
     * @param contextBytes a queue pair without its queues
     * @param workRequestBytes a place in a send, receive or shared receive queue
     * @param completionBytes a place in a completion queue
     */
    public record Costs(
            long rcSetupNs,
            long dcConnectNs,
            int contextBytes,
            int workRequestBytes,
            int completionBytes) {}

    /**
     * Dynamic connections.
     *
     * @param fullHandshake whether an initiator waits for the target's answer before it sends
     * @param idleNs an initiator without work disconnects after this time, in nanoseconds
     * @param connections initiators connected to one target at a time; more have to wait
     * @param packetLifetimeNs time after which a packet is no longer under way and a silent
     *     initiator is forgotten, in nanoseconds; longer than all retries of a send
     */
    public record Dynamic(
            boolean fullHandshake, long idleNs, int connections, long packetLifetimeNs) {}
}
