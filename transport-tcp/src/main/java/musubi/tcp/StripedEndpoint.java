package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.region.Region;
import musubi.tcp.session.PeerConnection;

/**
 * Sends to one peer over several connections: fragments of large messages over all of them in turn,
 * other messages over the first. The receiver restores the order; see {@connection
 * musubi.tcp.frame.StripeOrder}. After a close it may be used again.
 */
final class StripedEndpoint extends Endpoint implements ZeroCopySend {
    private final TcpTransport transport;
    private final PeerConnection[] connections;
    private final StripedCompletions completions = new StripedCompletions();
    private int next;

    /**
     * An endpoint.
     *
     * @param connections of the streams, by stream number
     */
    StripedEndpoint(TcpTransport transport, PeerConnection[] connections) {
        this.transport = transport;
        this.connections = connections;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        TcpEndpoint.checkFragment(bytes);
        return transport.trySend(connections[0], envelope, payload, from, (int) bytes);
    }

    /** The next stream with room sends the fragment. */
    @Override
    public long sendZeroCopy(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        TcpEndpoint.checkFragment(bytes);
        SendOutcome outcome =
                bytes < TcpTransport.MIN_ZERO_COPY_BYTES
                        ? trySend(envelope, payload, from, bytes)
                        : sendOverNextStream(envelope, payload, from, bytes);
        return ZeroCopySend.result(outcome, completions.count());
    }

    private SendOutcome sendOverNextStream(
            Envelope envelope, Region payload, long from, long bytes) {
        SendOutcome outcome = SendOutcome.BACK_PRESSURED;
        for (int tried = 0; tried < connections.length; tried++) {
            PeerConnection connection = connections[next];
            next = (next + 1) % connections.length;
            long before = connection.streams().zeroCopySends();
            // Acknowledged at once, because the last fragment of a stream is not known.
            SendOutcome here =
                    transport.trySendZeroCopy(
                            connection, envelope, payload, from, (int) bytes, true);
            if (here == SendOutcome.ACCEPTED) {
                if (connection.streams().zeroCopySends() > before) {
                    completions.add(connection);
                }
                return here;
            }
            outcome = connection == connections[0] ? here : outcome;
        }
        return outcome;
    }

    @Override
    public boolean completedUpTo(long ticket) {
        return completions.isCompleted(ticket);
    }

    @Override
    public long longPathBytes() {
        return connections[0].streams().longPathBytes();
    }

    @Override
    public boolean isDrained() {
        for (PeerConnection connection : connections) {
            if (!connection.isDrained()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        transport.release(connections[0]);
    }
}
