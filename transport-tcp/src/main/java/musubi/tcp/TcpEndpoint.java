package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.region.Region;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.session.PeerConnection;

/**
 * Sends to one peer. The connection serves both directions, so a close of the endpoint ends it only
 * when it is idle.
 */
final class TcpEndpoint extends Endpoint implements ZeroCopySend {
    private final TcpTransport transport;
    private final PeerConnection connection;

    TcpEndpoint(TcpTransport transport, PeerConnection connection) {
        this.transport = transport;
        this.connection = connection;
    }

    static void checkFragment(long bytes) {
        if (bytes > FrameDescriptor.FRAGMENT_BYTES) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        checkFragment(bytes);
        return transport.trySend(connection, envelope, payload, from, (int) bytes);
    }

    @Override
    public long sendZeroCopy(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        checkFragment(bytes);
        SendOutcome outcome =
                transport.trySendZeroCopy(connection, envelope, payload, from, (int) bytes, last);
        return ZeroCopySend.result(outcome, connection.streams().zeroCopySends());
    }

    @Override
    public boolean completedUpTo(long ticket) {
        return connection.streams().zeroCopyCompletions() >= ticket;
    }

    @Override
    public long longPathBytes() {
        return connection.streams().longPathBytes();
    }

    @Override
    public boolean isDrained() {
        return connection.isDrained();
    }

    @Override
    public void close() {
        transport.release(connection);
    }
}
