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
 * TLS 1.3 on a link that a person has made. Its certificate follows from the secret that the person
 * types, so both ends have it when they meet; {@link LinkHandshake} goes on inside.
 *
 * <p>Thread rule: immutable.
 */
public final class LinkTls {
    /** Tells a node proxy to use it, on its command line. */
    public static final String WORD = "tls";

    private final JobTls tls;

    /**
     * With the certificate that follows from a secret.
     *
     * @throws LaunchFailure when this JDK cannot do it
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
     * @param calls whether this end has made it
     * @throws IOException when the other end does not know the secret
     */
    public LinkStreams over(Socket socket, boolean calls) throws IOException {
        try {
            SSLSocket secured = tls.over(socket, calls);
            return new LinkStreams(
                    secured.getInputStream(), new Closing(secured.getOutputStream(), socket));
        } catch (TlsFailure e) {
            // mpiexec tells each cause once, so nothing in it may change from caller to caller.
            throw new LinkHandshake.Mismatch(calls ? e.details() : e.getMessage(), e);
        }
    }

    /**
     * Ends the connection without a goodbye: to send one TLS would wait for whoever is blocked in
     * writing. Frames tell where they end, so nothing is taken for whole that was cut.
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
