package musubi.tcp.handshake;

import musubi.tcp.socket.TcpStream;

/** The connection to a peer that handshakes establish, one stream of its session. */
public interface HandshakeTarget {
    /** World rank of the peer. */
    int peer();

    /** Number of the stream. */
    int stream();

    PeerSession session();

    /** Position up to which the peer's stream was received. */
    long received();

    /** Decides on the peer's hello, by one of the verdicts of {@link Handshake}. */
    int verdict(Handshake hello);

    /** A handshake has succeeded: its stream becomes the connection. */
    void establish(TcpStream connected, Handshake handshake);

    /** A handshake has failed for good. */
    void losePeer(String reason);

    /** Finds the connections of incoming handshakes. */
    interface Lookup {
        /** The connection for a stream of a peer, created on demand. */
        HandshakeTarget connectionTo(int peer, int stream);
    }
}
