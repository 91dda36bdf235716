package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.region.Region;
import musubi.tcp.frame.FrameDescriptor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Ping-pong between two processes through endpoints and polls; prints half of the round trip, like
 * IMB. Arguments: rank, number of round trips, and for rank 0 the business card of rank 1, which
 * rank 1 prints. Rank 0 prints its own, which rank 1 reads. Large messages are sent in fragments
 * into a landing zone, as after a rendezvous.
 */
final class PingPongProgram implements Inbound {
    private static final int[] SIZES = {8, 64 << 10, 1 << 20};

    private final MemorySegment memory = Arena.ofAuto().allocate(1 << 20, 64);
    private final Region target = new Region();
    private long arrived;

    private PingPongProgram() {}

    public static void main(String[] arguments) throws IOException {
        int rank = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        PingPongProgram program = new PingPongProgram();
        TransportContext context =
                LocalContext.of(rank, 2, "pingpong", program, TcpJob.asked(System.getenv()));
        Transport transport = new TcpTransportProvider().open(context);
        System.out.println(transport.businessCard());
        String card =
                arguments.length > 2
                        ? arguments[2]
                        : new BufferedReader(new InputStreamReader(System.in)).readLine();
        Endpoint endpoint = transport.connect(new PeerInfo(1 - rank, card));
        for (int bytes : SIZES) {
            program.measure(transport, endpoint, rank, bytes, rounds);
        }
        transport.close();
    }

    private void measure(Transport transport, Endpoint endpoint, int rank, int bytes, int rounds) {
        long[] times = new long[rounds];
        for (int i = -rounds; i < rounds; i++) {
            memory.set(ValueLayout.JAVA_INT, 0, i);
            long start = System.nanoTime();
            if (rank == 0) {
                send(transport, endpoint, bytes);
                receive(transport, bytes);
            } else {
                receive(transport, bytes);
                send(transport, endpoint, bytes);
            }
            times[Math.max(0, i)] = System.nanoTime() - start;
            if (memory.get(ValueLayout.JAVA_INT, 0) != i) {
                throw new AssertionError("another message arrived");
            }
        }
        Arrays.sort(times);
        if (rank == 0) {
            System.out.printf(
                    "bytes=%d half round trip us: least=%.2f median=%.2f p99=%.2f%n",
                    bytes,
                    times[0] / 2000.0,
                    times[rounds / 2] / 2000.0,
                    times[(int) (rounds * 0.99)] / 2000.0);
        }
    }

    private void send(Transport transport, Endpoint endpoint, int bytes) {
        Region region = new Region().wrap(memory, 0, bytes);
        Envelope envelope = new Envelope();
        for (int at = 0; at < bytes; at += FrameDescriptor.FRAGMENT_BYTES) {
            int fragment = Math.min(FrameDescriptor.FRAGMENT_BYTES, bytes - at);
            envelope.set(1, 0, 0, 0, at, 0);
            while (endpoint.trySend(envelope, region, at, fragment) != SendOutcome.ACCEPTED) {
                poll(transport);
            }
        }
    }

    private void receive(Transport transport, int bytes) {
        while (arrived < bytes) {
            poll(transport);
        }
        arrived -= bytes;
    }

    private static void poll(Transport transport) {
        if (transport.poll(16) == 0) {
            Thread.yield();
        }
    }

    @Override
    public void onMessage(int from, Envelope envelope, Region payload) {
        payload.copyTo(0, memory, envelope.length, payload.length());
        arrived += payload.length();
    }

    @Override
    public Region landingZone(int from, Envelope envelope, long bytes) {
        return target.wrap(memory, envelope.length, bytes);
    }

    @Override
    public void onLanded(int from, Envelope envelope, long bytes) {
        arrived += bytes;
    }

    @Override
    public void onPeerLost(int peer, String reason) {
        System.err.println(reason);
    }
}
