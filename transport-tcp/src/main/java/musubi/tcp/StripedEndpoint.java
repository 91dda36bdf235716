package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.region.Region;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.session.PeerConnection;

/**
 * Sends to one peer over several connections: messages of the smallest {@link StreamClasses class}
 * over the first one, but fragments of large messages, and eager ones of long paths above 64 KiB,
 * over all of the class in turn; those of other classes over the connections of their class in
 * turn. The receiver restores the order; see {@link musubi.tcp.frame.StripeOrder}. After a close it
 * may be used again.
 */
final class StripedEndpoint extends Endpoint implements ZeroCopySend {
    private final TcpTransport transport;
    private final PeerStreams streams;
    private final StripedCompletions completions = new StripedCompletions();
    private int next;

    /** An endpoint. */
    StripedEndpoint(TcpTransport transport, PeerStreams streams) {
        this.transport = transport;
        this.streams = streams;
    }

    /** Those of the peer. */
    PeerStreams streams() {
        return streams;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        TcpEndpoint.checkFragment(bytes);
        followChanges();
        PeerConnection[] group = streams.forSize(bytes);
        return group[0] == streams.first() && bytes <= FrameDescriptor.EAGER_LIMIT_BYTES
                ? transport.trySend(group[0], envelope, payload, from, (int) bytes)
                : sendInTurn(group, envelope, payload, from, (int) bytes, false);
    }

    /** The next stream with room sends the fragment. */
    @Override
    public long sendZeroCopy(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        TcpEndpoint.checkFragment(bytes);
        if (bytes < TcpTransport.MIN_ZERO_COPY_BYTES) {
            SendOutcome outcome = trySend(envelope, payload, from, bytes);
            return ZeroCopySend.result(outcome, completions.count());
        }
        followChanges();
        PeerConnection[] group = streams.forSize(bytes);
        SendOutcome outcome = sendInTurn(group, envelope, payload, from, (int) bytes, true);
        return ZeroCopySend.result(outcome, completions.count());
    }

    /** Without exclusive access now, the next send does it. */
    private void followChanges() {
        if (streams.isOutdated()) {
            transport.withAccess(streams::update);
        }
    }

    /** The first stream takes over from others that could never be connected. */
    private SendOutcome sendInTurn(
            PeerConnection[] group,
            Envelope envelope,
            Region payload,
            long from,
            int bytes,
            boolean zeroCopy) {
        boolean areLost = true;
        for (int tried = 0; tried < group.length; tried++) {
            next = (next + 1) % group.length;
            SendOutcome here = send(group[next], envelope, payload, from, bytes, zeroCopy);
            if (here == SendOutcome.ACCEPTED) {
                return here;
            }
            areLost &= here == SendOutcome.PEER_LOST;
        }
        return areLost
                ? send(streams.first(), envelope, payload, from, bytes, zeroCopy)
                : SendOutcome.BACK_PRESSURED;
    }

    private SendOutcome send(
            PeerConnection stream,
            Envelope envelope,
            Region payload,
            long from,
            int bytes,
            boolean zeroCopy) {
        if (!zeroCopy) {
            return transport.trySend(stream, envelope, payload, from, bytes);
        }
        long before = stream.streams().zeroCopySends();
        // Acknowledged at once, because the last fragment of a stream is not known.
        SendOutcome outcome =
                transport.trySendZeroCopy(stream, envelope, payload, from, bytes, true);
        if (outcome == SendOutcome.ACCEPTED && stream.streams().zeroCopySends() > before) {
            completions.add(stream);
        }
        return outcome;
    }

    @Override
    public boolean completedUpTo(long ticket) {
        return completions.isCompleted(ticket);
    }

    @Override
    public long longPathBytes() {
        return streams.first().streams().longPathBytes();
    }

    @Override
    public boolean isDrained() {
        return streams.isDrained();
    }

    @Override
    public void close() {
        transport.release(streams.first());
    }
}
