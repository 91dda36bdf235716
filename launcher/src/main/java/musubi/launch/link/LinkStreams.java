package musubi.launch.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * The two directions of a link over TCP.
 *
 * @param out closing it closes the connection, even while another thread blocks in a write
 */
public record LinkStreams(InputStream in, OutputStream out) {
    /** The streams of a connection as they are. */
    public static LinkStreams of(Socket socket) throws IOException {
        return new LinkStreams(socket.getInputStream(), socket.getOutputStream());
    }
}
