package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.config.HostAddress;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.handshake.PeerSession;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A plain socket that performs the handshake of a rank. */
final class RawPeer {
    private static final long NUMBER = 77;

    private RawPeer() {}

    /** A connection authenticated as a rank that listens at a port of this host. */
    static Socket connect(TcpJob job, int as, int to, int port) throws IOException {
        return connect(job, as, to, port, 0);
    }

    /**
     * As above.
     *
     * @param received position that it acknowledges
     */
    static Socket connect(TcpJob job, int as, int to, int port, long received) throws IOException {
        InetSocketAddress address = HostAddress.parse("127.0.0.1:" + port);
        Handshake handshake =
                new Handshake(new RankIdentity(as, 3, job.jobId(), null, NUMBER, address, null));
        while (true) {
            Socket socket = new Socket(job.address(to).getAddress(), job.address(to).getPort());
            MemorySegment hello = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
            handshake.writeOpening(hello, to);
            int opening = Handshake.OPENING_BYTES;
            socket.getOutputStream().write(hello.toArray(ValueLayout.JAVA_BYTE), 0, opening);
            byte[] challenge = read(job, socket, Handshake.CHALLENGE_BYTES);
            if (challenge == null) {
                socket.close();
                continue;
            }
            assertTrue(handshake.readChallenge(MemorySegment.ofArray(challenge)));
            handshake.writeHello(hello, new PeerSession(NUMBER), received);
            byte[] whole = hello.toArray(ValueLayout.JAVA_BYTE);
            socket.getOutputStream().write(whole, opening, whole.length - opening);
            byte[] welcome = read(job, socket, Handshake.WELCOME_BYTES);
            assertEquals(Handshake.ACCEPTED, handshake.readWelcome(MemorySegment.ofArray(welcome)));
            return socket;
        }
    }

    /** Reads a number of bytes while polling the ranks; null when the socket was closed before. */
    static byte[] read(TcpJob job, Socket socket, int bytes) throws IOException {
        socket.setSoTimeout(1);
        byte[] content = new byte[bytes];
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        for (int got = 0; got < bytes && System.nanoTime() < deadline; ) {
            job.poll();
            try {
                int n = socket.getInputStream().read(content, got, bytes - got);
                if (n < 0) {
                    return null;
                }
                got += n;
            } catch (java.net.SocketTimeoutException e) {
                Thread.onSpinWait();
            } catch (java.net.SocketException e) {
                return null;
            }
        }
        return content;
    }
}
