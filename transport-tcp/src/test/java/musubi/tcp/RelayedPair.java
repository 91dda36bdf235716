package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.PeerRoutes;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.tcp.config.TcpSettings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

/** Two ranks that exchange numbered messages in both directions, driven by the calling thread. */
final class RelayedPair implements AutoCloseable {
    private static final AtomicInteger JOBS = new AtomicInteger();

    final String jobId = "relayed-" + JOBS.incrementAndGet();

    /** Messages by receiver. */
    final List<NumberedMessages> to = new ArrayList<>();

    final List<Transport> transports = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final Map<String, String> settings;
    private Relays relays;

    /** Two ranks without transports. */
    RelayedPair(Map<String, String> settings, IntUnaryOperator bytesOf) {
        this.settings = settings;
        to.add(new NumberedMessages(bytesOf));
        to.add(new NumberedMessages(bytesOf));
    }

    /** Starts relays, which have the secret of the ranks or another one. */
    Relays relays(int count, String secret) {
        relays = new Relays(jobId, secret, count);
        return relays;
    }

    Relays relays(int count) {
        return relays(count, settings.get(TcpSettings.SECRET.name()));
    }

    /** Opens the next rank. */
    void join(PeerRoutes routes) {
        int rank = transports.size();
        TransportContext context =
                LocalContext.of(rank, 2, jobId, to.get(rank), TcpJob.asked(settings));
        transports.add(new TcpTransportProvider().open(LocalContext.with(context, routes)));
    }

    /** Opens both ranks; the second one answers over what the first one connects. */
    void joinBoth(PeerRoutes first, PeerRoutes second) {
        join(first);
        join(second);
    }

    /** Connects a rank to the other one. */
    void connect(int from) {
        Endpoint endpoint =
                transports
                        .get(from)
                        .connect(new PeerInfo(1 - from, transports.get(1 - from).businessCard()));
        endpoints.add(endpoint);
        to.get(1 - from).sendTo(ZeroCopyRecorder.of(endpoint));
    }

    /** As {@link Endpoint#longPathBytes}, of each connection made. */
    List<Long> longPathBytes() {
        return endpoints.stream().map(Endpoint::longPathBytes).toList();
    }

    /** Polls; fails if nothing arrives for a long time before that is done. */
    void pollUntil(BooleanSupplier done) {
        long latest = System.nanoTime();
        int arrived = 0;
        while (!done.getAsBoolean()) {
            transports.forEach(transport -> transport.poll(64));
            int arrivedNow = to.get(0).arrived() + to.get(1).arrived();
            if (arrivedNow != arrived) {
                arrived = arrivedNow;
                latest = System.nanoTime();
            } else if (System.nanoTime() - latest > TcpJob.DEADLINE_NS) {
                throw new AssertionError(
                        "no progress: arrived " + to.get(0).arrived() + ", " + to.get(1).arrived());
            }
        }
    }

    /** Sends in the given directions until {@code total} messages have arrived at each receiver. */
    void exchange(int total, int... receivers) {
        pollUntil(
                () -> {
                    boolean done = true;
                    for (int receiver : receivers) {
                        NumberedMessages messages = to.get(receiver);
                        while (messages.sent() < total && messages.trySend()) {
                            done = false;
                        }
                        done &= messages.arrived() == total && messages.isCompleted();
                    }
                    return done;
                });
    }

    @Override
    public void close() {
        TcpJob.close(transports);
        if (relays != null) {
            relays.close();
        }
    }
}
