package musubi.launch.link;

import musubi.error.MpiFailure;
import musubi.launch.failure.LaunchFailure;
import musubi.tls.JobTls;
import musubi.tls.TlsFailure;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

import javax.net.ssl.SSLSocket;

/**
 * TLS 1.3 on a link of the manual launcher. The certificate is derived from the secret that the
 * user types on each host; {@link LinkHandshake} runs inside the encrypted connection.
 *
 * <p>Thread rule: immutable.
 */
public final class LinkTls {
    /** The command-line argument that makes a node proxy use TLS. */
    public static final String WORD = "tls";

    private final JobTls tls;

    /**
     * TLS with the certificate derived from a secret.
     *
     * @throws LaunchFailure if this JDK lacks an algorithm
     */
    public LinkTls(String secret, String jobId) {
        try {
            tls = JobTls.of(LinkHandshake.key(secret), jobId);
        } catch (MpiFailure e) {
            throw LaunchFailure.of(e.getMessage(), e);
        }
    }

    /**
     * Encrypts a connection.
     *
     * @param calls whether this end initiated it
     * @throws IOException if the peer does not know the secret
     */
    public LinkStreams over(Socket socket, boolean calls) throws IOException {
        try {
            SSLSocket secured = tls.over(socket, calls);
            return new LinkStreams(
                    secured.getInputStream(), new Closing(secured.getOutputStream(), socket));
        } catch (TlsFailure e) {
            // mpiexec reports each cause once, so its text must not depend on the peer.
            throw new LinkHandshake.Mismatch(calls ? e.details() : e.getMessage(), e);
        }
    }

    /**
     * Closes the connection without a TLS close_notify, which would wait for a blocked writer.
     * Frames carry their length, so a truncated frame is detected without it.
     */
    private static final class Closing extends FilterOutputStream {
        private final Socket socket;

        Closing(OutputStream out, Socket socket) {
            super(out);
            this.socket = socket;
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
