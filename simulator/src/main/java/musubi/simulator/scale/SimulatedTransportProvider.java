package musubi.simulator.scale;

import musubi.adi.Envelope;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.region.Region;
import musubi.verbs.adapter.JobNetwork;
import musubi.verbs.transport.VerbsTransportProvider;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The verbs transport to simulated ranks, selected by name in the settings: real down to the
 * adapter, simulated below.
 */
public final class SimulatedTransportProvider implements TransportProvider {
    static final String NAME = "simulated";
    private static final int PORT = 7000;

    /** For {@link java.util.ServiceLoader}. */
    public SimulatedTransportProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Transport open(TransportContext context) {
        String wanted = context.setting().apply("transport");
        if (wanted == null || !wanted.contains(NAME)) {
            return null;
        }
        SimulatedWorld world =
                context.addressSpace()
                        .shared(
                                SimulatedWorld.class,
                                () -> {
                                    throw new IllegalStateException(
                                            "no simulated world in this JVM");
                                });
        int rank = context.worldRank();
        SimulatedPeers peers = new SimulatedPeers(context, new WorldScript(world, rank));
        world.peers(rank, peers);
        JobNetwork network = JobNetwork.over(peers, address(rank));
        return new VerbsTransportProvider().open(context, network);
    }

    /** The business card of a simulated rank. */
    static String card(int rank) {
        InetSocketAddress address = address(rank);
        return "-/" + address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static InetSocketAddress address(int rank) {
        int bits = Byte.SIZE;
        int mask = (1 << bits) - 1;
        String digits = "10." + (rank >> 2 * bits & mask) + "." + (rank >> bits & mask);
        return new InetSocketAddress(InetAddress.ofLiteral(digits + "." + (rank & mask)), PORT);
    }

    /** The messages between the world and one rank. */
    private record WorldScript(SimulatedWorld world, int rank) implements SimulatedPeers.Script {
        @Override
        public void onMessage(int to, Envelope envelope, Region payload) {
            world.onSend(rank, to, envelope, payload);
        }

        @Override
        public SimulatedPeers.Message next() {
            return world.inbox(rank).poll();
        }
    }
}
