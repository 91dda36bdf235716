package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

/**
 * Sends to one peer over several connections: the fragments of large messages over all of them, in
 * turn, the rest over the first. The receiver restores the order; see {@link StripeOrder}. It may
 * be closed and used again: its loans go on.
 */
final class StripedEndpoint extends Endpoint {
    private final TcpTransport transport;
    private final Link[] links;
    private final Loans loans = new Loans();
    private int next;

    /**
     * An endpoint.
     *
     * @param links of the streams, the first one first
     */
    StripedEndpoint(TcpTransport transport, Link[] links) {
        this.transport = transport;
        this.links = links;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        TcpEndpoint.checkFragment(bytes);
        return transport.trySend(links[0], envelope, payload, from, (int) bytes);
    }

    /** As the contract says; the next stream that has room takes it. */
    @Override
    public SendOutcome tryLend(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        TcpEndpoint.checkFragment(bytes);
        if (bytes < TcpTransport.LEAST_LOAN_BYTES) {
            return trySend(envelope, payload, from, bytes);
        }
        SendOutcome outcome = SendOutcome.BACK_PRESSURED;
        for (int tried = 0; tried < links.length; tried++) {
            Link link = links[next];
            next = (next + 1) % links.length;
            long before = link.traffic().loans();
            // All urgent: this rank does not know which is the last one of a stream.
            SendOutcome here = transport.tryLend(link, envelope, payload, from, (int) bytes, true);
            if (here == SendOutcome.ACCEPTED) {
                if (link.traffic().loans() > before) {
                    loans.add(link);
                }
                return here;
            }
            outcome = link == links[0] ? here : outcome;
        }
        return outcome;
    }

    @Override
    public long loans() {
        return loans.count();
    }

    @Override
    public boolean isReturned(long count) {
        return loans.isReturned(count);
    }

    @Override
    public boolean isDrained() {
        for (Link link : links) {
            if (!link.isDrained()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        transport.release(links[0]);
    }
}
