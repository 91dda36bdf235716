package musubi.tcp.close;

import musubi.tcp.frame.FrameReader;
import musubi.tcp.frame.FrameWriter;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;

/** A connection that is being closed, and from which its peer may still read. */
public record ClosingConnection(TcpStream stream, FrameReader reader, FrameWriter writer) {
    /**
     * Sends the end of the stream.
     *
     * @return whether the peer has not acknowledged everything yet
     */
    boolean closeOutput() {
        try {
            stream.closeOutput();
            return !writer.isAcknowledged();
        } catch (IOException e) {
            return false;
        }
    }

    /** Discards received data; returns whether the peer has closed the connection. */
    boolean hasPeerEnded() {
        try {
            return reader.discard();
        } catch (IOException e) {
            return true;
        }
    }

    /** Closes the connection. */
    void close() {
        // With unread data the kernel would discard unsent data.
        hasPeerEnded();
        stream.close();
    }
}
