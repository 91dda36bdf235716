package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.region.Region;
import musubi.tcp.session.PeerConnection;

/**
 * Sends to one peer over several connections: the fragments of large messages over all of them, in
 * turn, the rest over the first. The receiver restores the order; see {@link
 * musubi.tcp.frame.StripeOrder}. It may be closed and used again: its loans go on.
 */
final class StripedEndpoint extends Endpoint implements ZeroCopySend {
    private final TcpTransport transport;
    private final PeerConnection[] connections;
    private final StripedCompletions completions = new StripedCompletions();
    private int next;

    /**
     * An endpoint.
     *
     * @param links of the streams, the first one first
     */
    StripedEndpoint(TcpTransport transport, PeerConnection[] links) {
        this.transport = transport;
        this.connections = links;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        TcpEndpoint.checkFragment(bytes);
        return transport.trySend(connections[0], envelope, payload, from, (int) bytes);
    }

    /** As the contract says; the next stream that has room takes it. */
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
            PeerConnection link = connections[next];
            next = (next + 1) % connections.length;
            long before = link.streams().zeroCopySends();
            // All urgent: this rank does not know which is the last one of a stream.
            SendOutcome here =
                    transport.trySendZeroCopy(link, envelope, payload, from, (int) bytes, true);
            if (here == SendOutcome.ACCEPTED) {
                if (link.streams().zeroCopySends() > before) {
                    completions.add(link);
                }
                return here;
            }
            outcome = link == connections[0] ? here : outcome;
        }
        return outcome;
    }

    @Override
    public boolean completedUpTo(long ticket) {
        return completions.isCompleted(ticket);
    }

    @Override
    public boolean isDrained() {
        for (PeerConnection link : connections) {
            if (!link.isDrained()) {
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
