package musubi.tcp;

import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * What leads to one peer: a call on its way, then a connection for both directions, then, when that
 * has ended, the reason.
 */
final class Link {
    private final int peer;
    private final Links links;
    private InetSocketAddress address;
    private Caller caller;
    private TcpStream stream;
    private FrameReader reader;
    private FrameWriter writer;
    private String lost;
    private boolean reported;

    /** Whether {@link Links} has it among those that want to be polled. */
    boolean queued;

    Link(int peer, Links links) {
        this.peer = peer;
        this.links = links;
    }

    int peer() {
        return peer;
    }

    InetSocketAddress address() {
        return address;
    }

    /** The call on its way; null when there is none. */
    Caller caller() {
        return caller;
    }

    boolean isUp() {
        return writer != null && lost == null;
    }

    boolean isLost() {
        return lost != null;
    }

    /** Begins to call the peer. */
    void call(InetSocketAddress peersAddress, Caller newCaller) {
        address = peersAddress;
        caller = newCaller;
    }

    /** The handshake is over, and this is the connection. A call on its way is given up. */
    void establish(TcpStream connected) {
        if (caller != null) {
            caller.settle(connected);
            caller = null;
        }
        stream = connected;
        reader = new FrameReader(links.inbound(), peer, connected);
        writer = new FrameWriter(connected, links.staging());
        connected.onReady(() -> links.enqueue(this));
        links.enqueue(this);
    }

    /** The peer is gone. What it sent before is still reported, then the loss. */
    void lose(String reason) {
        if (lost == null) {
            lost = reason;
            caller = null;
        }
        if (stream != null) {
            stream.expectEnd();
        }
        links.enqueue(this);
    }

    SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        try {
            return writer.trySend(envelope, payload, from, bytes);
        } catch (IOException e) {
            lose("the connection broke: " + e.getMessage());
            return SendOutcome.PEER_LOST;
        }
    }

    boolean isDrained() {
        return !isUp() || writer.isDrained();
    }

    /** Whether {@link #poll} should be called again even if nothing new becomes ready. */
    boolean isPending() {
        return reader != null && reader.isPending() || lost != null && !reported;
    }

    /** Sends what waits and reports at most so many arrivals, a loss included. */
    int poll(int limit) {
        int done = 0;
        if (stream != null) {
            flush();
            done = read(limit);
        }
        if (lost != null && !reported && done < limit && (reader == null || !reader.isPending())) {
            reported = true;
            hangUp();
            links.inbound().onPeerLost(peer, "rank=" + peer + ": " + lost);
            done++;
        }
        return done;
    }

    /** Sends as much of what waits as there is room for. */
    void flush() {
        try {
            if (isUp() && stream.isWritable()) {
                writer.flush();
            }
        } catch (IOException e) {
            lose("the connection broke: " + e.getMessage());
        }
    }

    private int read(int limit) {
        int done = 0;
        try {
            done = reader.poll(limit);
        } catch (IOException e) {
            lose("the connection broke: " + e.getMessage());
            hangUp();
        }
        if (reader.hasEnded() && stream != null) {
            lose(
                    reader.hasSaidGoodbye()
                            ? "the peer has left the job"
                            : "the peer closed the connection without saying goodbye");
            hangUp();
        }
        return done;
    }

    /** Says goodbye; {@link #isDrained} tells when that has left. */
    void leave() {
        try {
            if (isUp()) {
                writer.sayGoodbye();
                links.noteBacklog(this);
            }
        } catch (IOException e) {
            lose("the connection broke: " + e.getMessage());
        }
    }

    /**
     * Closes the connection so that the peer gets all that was sent: the kernel would take it back
     * if there was something unread.
     */
    void close() {
        try {
            if (stream != null) {
                stream.endOutput();
                reader.discard();
            }
        } catch (IOException e) {
            lose("the connection broke: " + e.getMessage());
        } finally {
            lost = "this rank has left the job";
            reported = true;
            hangUp();
        }
    }

    private void hangUp() {
        if (reader != null) {
            reader.end();
        }
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
