package musubi.tcp.close;

import musubi.tcp.frame.FrameReader;
import musubi.tcp.frame.FrameWriter;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;

/** The connection of a link that is over, which its peer may still have to read from. */
public record ClosingConnection(TcpStream stream, FrameReader reader, FrameWriter writer) {
    /**
     * Tells the peer that nothing more comes.
     *
     * @return whether the peer has not told yet that it has received all
     */
    boolean closeOutput() {
        try {
            stream.closeOutput();
            return !writer.isAcknowledged();
        } catch (IOException e) {
            return false;
        }
    }

    /** Throws away what the peer has sent, and says whether it has ended the connection. */
    boolean hasPeerEnded() {
        try {
            return reader.discard();
        } catch (IOException e) {
            return true;
        }
    }

    /** Closes the connection. */
    public void close() {
        // The kernel would take back what it has not sent if there was something unread.
        hasPeerEnded();
        stream.close();
    }
}
