package musubi.tcp.session;

/**
 * Sends the acknowledgements of a connection, and detects a peer that does not send any.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class AckMonitor {
    private final PeerConnection connection;
    private final ConnectionTable table;
    private boolean pendingAtTick;

    /** Whether {@code silentSinceNs} and {@code bytesRead} are set. */
    private boolean waiting;

    private long silentSinceNs;
    private long bytesRead;

    /** Null until the peer has been silent for a while. */
    private HostSilence hostSilence;

    AckMonitor(PeerConnection connection, ConnectionTable table) {
        this.connection = connection;
        this.table = table;
    }

    /** A connection was established. */
    void onConnected() {
        waiting = false;
        hostSilence = null;
        HostSilence.probe(connection, table);
    }

    /** Data was read: sends an acknowledgement now, or schedules one. */
    void afterRead() {
        SessionStreams streams = connection.streams();
        if (streams.acks().isDue() && connection.isUp()) {
            send();
        } else if (streams.acks().isPending()) {
            table.pendingAcks().add(connection);
            table.watch(connection);
        }
    }

    /** Sends an acknowledgement if one is pending. */
    void sendPending() {
        if (connection.streams().acks().isPending() && connection.isUp()) {
            send();
        }
    }

    private void send() {
        connection.streams().writer().sendAck();
        connection.afterControlFrame();
    }

    /**
     * Sends an acknowledgement pending since the last tick, and checks that the peer responds.
     *
     * @param away whether this rank has not polled its connections for a while
     * @return whether to call this again at the next tick
     */
    boolean tick(long now, boolean away) {
        if (!connection.isUp()) {
            return false;
        }
        SessionStreams streams = connection.streams();
        table.paths().budget().activate(connection.buffers());
        streams.useLongPath(table.paths().longPaths(), connection.carrier().underlying());
        if (pendingAtTick) {
            sendPending();
        }
        pendingAtTick = streams.acks().isPending();
        boolean closing = streams.idleDisconnect().recheck();
        if (closing) {
            table.enqueue(connection);
        }
        if (streams.writer().isAcknowledged()) {
            waiting = false;
            if (!pendingAtTick) {
                streams.releaseMemory();
            }
            return pendingAtTick || closing;
        }
        boolean excused = away || connection.carrier().isReadable();
        long silentNs = silentNs(now, streams.reader().bytesRead(), excused);
        if (silentNs > table.options().silenceNs()) {
            connection.onBroken("no acknowledgement within the time-out");
        } else if (silentNs < HostSilence.INTERVAL_NS) {
            hostSilence = null;
        } else {
            checkHost(now);
        }
        return true;
    }

    private void checkHost(long now) {
        if (hostSilence == null) {
            hostSilence = new HostSilence(now);
        }
        long limitNs = table.options().hostSilenceNs();
        if (hostSilence.exceeds(limitNs, now, connection.carrier().underlying())) {
            connection.onBroken("no answer of the peer's host");
        }
    }

    /** Time since when the peer is silent; restarts when data arrives or the peer is excused. */
    private long silentNs(long now, long bytesReadNow, boolean excused) {
        if (!waiting || excused || bytesReadNow != bytesRead) {
            waiting = true;
            silentSinceNs = now;
            bytesRead = bytesReadNow;
        }
        return now - silentSinceNs;
    }
}
