package musubi.tcp.session;

import musubi.adi.PathSample;
import musubi.adi.PathSamples;
import musubi.adi.PeerRoutes;
import musubi.tcp.socket.SocketBuffers;
import musubi.tcp.socket.TcpInfo;
import musubi.tcp.socket.TcpInfo.PathTimes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the paths to far peers by the kernel's figures of their connections, at most every 250
 * ms, and only those with data acknowledged since. Nothing is sent for it.
 *
 * <p>The path was the limit if data was in flight nearly all of the time and more was waiting, and
 * neither the window of the receiver nor the send buffer held it back. Messages whose answers are
 * awaited are in flight all of the time, too, but leave the path idle. The round trip is the
 * smoothed one less its deviation; it may include waits in the queues of the path unless data was
 * in flight for less than half of the time. Few bytes are no sample: the acknowledgements of single
 * segments are delayed.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class PathSampler {
    private static final long INTERVAL_NS = 250_000_000;
    private static final long NS_PER_US = 1000;
    private static final double US_PER_S = 1e6;

    /** Fewer bytes are not measured but added to the next ones. */
    static final long LEAST_BYTES = 64 << 10;

    private static final double BUSY = 0.9;
    private static final double QUIET = 0.5;
    private static final double LIMITED = 0.1;

    private final PathSamples samples;
    private final PeerRoutes routes;
    private final List<PeerConnection> connections;
    private final Map<SocketBuffers, Measured> latest = new HashMap<>();
    private long sampledNs = System.nanoTime();

    /**
     * A sampler of some connections.
     *
     * @param samples null to measure nothing
     * @param routes to peers; null in a job without relays
     * @param connections of the rank
     */
    PathSampler(PathSamples samples, PeerRoutes routes, List<PeerConnection> connections) {
        this.samples = samples;
        this.routes = routes;
        this.connections = connections;
    }

    /** The figures of a connection at a time, and the bytes of both directions until then. */
    private record Measured(PathTimes figures, long ns, long progress) {}

    /** Measures, unless that was done less than 250 ms ago. */
    void sampleIfDue(long now) {
        if (samples == null || now - sampledNs < INTERVAL_NS) {
            return;
        }
        sampledNs = now;
        Map<Integer, PathSample> round = new HashMap<>();
        Map<SocketBuffers, Measured> kept = new HashMap<>();
        for (PeerConnection connection : connections) {
            if (connection.isUp() && samples.isFar(connection.peer()) && isDirect(connection)) {
                measure(connection, now, kept, round);
            }
        }
        latest.clear();
        latest.putAll(kept);
        if (!round.isEmpty()) {
            samples.add(new ArrayList<>(round.values()));
        }
    }

    /** Whether it passes no relay, up to which only the kernel would measure. */
    private boolean isDirect(PeerConnection connection) {
        int sizeClass = connection.stream() % PeerRoutes.MOST_CLASSES;
        return routes == null || routes.route(connection.peer(), sizeClass, 0).relays().isEmpty();
    }

    private void measure(
            PeerConnection connection,
            long now,
            Map<SocketBuffers, Measured> kept,
            Map<Integer, PathSample> round) {
        SocketBuffers buffers = connection.buffers();
        Measured before = latest.get(buffers);
        long progress = connection.streams().progress();
        if (before != null && before.progress == progress) {
            kept.put(buffers, before);
            return;
        }
        TcpInfo info = buffers.tcpInfo();
        if (info == null) {
            return;
        }
        Measured next = new Measured(info.path(), now, progress);
        boolean isEnough =
                before != null
                        && next.figures.ackedBytes() - before.figures.ackedBytes() >= LEAST_BYTES;
        if (isEnough) {
            long elapsedUs = (now - before.ns) / NS_PER_US;
            PathSample sample = sample(connection.peer(), before.figures, next.figures, elapsedUs);
            round.merge(sample.peer(), sample, PathSample::with);
        }
        kept.put(buffers, before == null || isEnough ? next : before);
    }

    /** What the figures of a connection at two times show of its path. */
    static PathSample sample(int peer, PathTimes before, PathTimes now, long elapsedUs) {
        long busyUs = now.busyUs() - before.busyUs();
        long limitedUs = now.limitedUs() - before.limitedUs();
        double acked = now.ackedBytes() - before.ackedBytes();
        long trip = Math.max(now.leastRttUs(), now.rttUs() - now.rttDeviationUs());
        return new PathSample(
                peer,
                trip * NS_PER_US,
                busyUs > QUIET * elapsedUs,
                (long) (acked * US_PER_S / elapsedUs),
                now.bytesPerS(),
                before.hasUnsent()
                        && now.hasUnsent()
                        && busyUs >= BUSY * elapsedUs
                        && limitedUs <= LIMITED * busyUs);
    }
}
