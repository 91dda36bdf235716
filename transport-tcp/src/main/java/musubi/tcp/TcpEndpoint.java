package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

/** Sends to one peer. The connection belongs to both directions; see {@link Parking}. */
final class TcpEndpoint extends Endpoint {
    private final TcpTransport transport;
    private final Link link;

    TcpEndpoint(TcpTransport transport, Link link) {
        this.transport = transport;
        this.link = link;
    }

    static void checkFragment(long bytes) {
        if (bytes > FrameDescriptor.FRAGMENT_BYTES) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        checkFragment(bytes);
        return transport.trySend(link, envelope, payload, from, (int) bytes);
    }

    @Override
    public SendOutcome tryLend(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        checkFragment(bytes);
        return transport.tryLend(link, envelope, payload, from, (int) bytes, last);
    }

    @Override
    public long loans() {
        return link.traffic().loans();
    }

    @Override
    public boolean isReturned(long loans) {
        return link.traffic().loansReturned() >= loans;
    }

    @Override
    public boolean isDrained() {
        return link.isDrained();
    }

    @Override
    public void close() {
        transport.release(link);
    }
}
