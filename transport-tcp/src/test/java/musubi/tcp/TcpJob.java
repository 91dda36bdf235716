package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.config.Setting;
import musubi.region.Region;
import musubi.tcp.config.TcpAddress;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Ranks of one JVM that the calling thread drives, each with settings of its own. */
public final class TcpJob implements AutoCloseable {
    static final long DEADLINE_NS = 200_000_000_000L;

    private static final AtomicInteger JOBS = new AtomicInteger();

    public final List<Transport> transports = new ArrayList<>();
    final List<RecordingInbound> inbounds = new ArrayList<>();
    private final String jobId = "tcp-test-" + JOBS.incrementAndGet();
    private final int size;
    private final BitSet left = new BitSet();

    public TcpJob(int size) {
        this.size = size;
    }

    static TcpJob of(int size) {
        TcpJob job = new TcpJob(size);
        for (int rank = 0; rank < size; rank++) {
            job.join(Map.of());
        }
        return job;
    }

    /** Opens the next rank. */
    public void join(Map<String, String> settings) {
        RecordingInbound inbound = new RecordingInbound();
        int rank = transports.size();
        TransportContext context = LocalContext.of(rank, size, jobId, inbound, asked(settings));
        transports.add(new TcpTransportProvider().open(context));
        inbounds.add(inbound);
    }

    /** These settings, and TCP asked for by name: else it leaves a single node to shared memory. */
    static Function<String, String> asked(Map<String, String> settings) {
        return name -> name.equals(Setting.TRANSPORT.name()) ? "tcp" : settings.get(name);
    }

    String jobId() {
        return jobId;
    }

    InetSocketAddress address(int rank) {
        return TcpAddress.parse(transports.get(rank).businessCard()).socketAddress();
    }

    public Endpoint connect(int from, int to) {
        return transports.get(from).connect(new PeerInfo(to, transports.get(to).businessCard()));
    }

    /** As {@link #connect}, but another port of this host leads to the peer. */
    Endpoint connectThrough(int port, int from, int to) {
        return transports.get(from).connect(new PeerInfo(to, "127.0.0.1:" + port));
    }

    public static Envelope envelope(int tag) {
        Envelope envelope = new Envelope();
        envelope.set(1, 7, 0, tag, 0, 0);
        return envelope;
    }

    public void poll() {
        for (int rank = 0; rank < transports.size(); rank++) {
            if (!left.get(rank)) {
                transports.get(rank).poll(64);
            }
        }
    }

    void pollFor(long nanoseconds) {
        long end = System.nanoTime() + nanoseconds;
        pollUntil(() -> System.nanoTime() - end >= 0);
    }

    void pollUntil(BooleanSupplier done) {
        long deadline = System.nanoTime() + DEADLINE_NS;
        while (!done.getAsBoolean()) {
            poll();
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no progress");
            }
        }
    }

    /** Sends a byte array, driving all ranks. */
    public void send(Endpoint endpoint, int tag, byte[] content) {
        Region region = new Region().wrapArray(content, 0, content.length);
        pollUntil(
                () ->
                        endpoint.trySend(envelope(tag), region, 0, content.length)
                                == SendOutcome.ACCEPTED);
    }

    List<Integer> tags(int rank) {
        return inbounds.get(rank).messages.stream().map(m -> m.envelope().tag).toList();
    }

    @Override
    public void close() {
        close(transports);
    }

    /** Closes all at once, as the ranks of a job do: one that leaves waits for the others. */
    static void close(List<Transport> transports) {
        transports.stream().map(TcpJob::leave).toList().forEach(CompletableFuture::join);
    }

    /** Closes one while others go on. */
    static CompletableFuture<Void> leave(Transport transport) {
        return CompletableFuture.runAsync(transport::close, Thread.ofPlatform()::start);
    }

    /** As above; only the others are polled from now on. */
    CompletableFuture<Void> leave(int rank) {
        left.set(rank);
        return leave(transports.get(rank));
    }
}
