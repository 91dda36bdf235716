package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The exit code of a relay reports whether the node proxy is still there. */
class LinkRelayTest {
    @TempDir private Path directory;

    private interface Proxy {
        void serve(SocketChannel relay) throws IOException;
    }

    private int relay(InputStream in, ByteArrayOutputStream out, Proxy proxy) throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("socket"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            SocketChannel socket = SocketChannel.open(address);
            try (SocketChannel accepted = server.accept()) {
                Thread serving =
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try {
                                                proxy.serve(accepted);
                                            } catch (IOException e) {
                                                throw new IllegalStateException(e);
                                            }
                                        });
                int code = LinkRelay.run(socket, in, out);
                serving.join();
                return code;
            }
        }
    }

    @Test
    void shouldReportNoProxyWhenTheProxyClosesWithoutAGreeting() throws Exception {
        try (PipedOutputStream shell = new PipedOutputStream()) {
            InputStream in = new PipedInputStream(shell);
            int code = relay(in, new ByteArrayOutputStream(), SocketChannel::close);
            assertEquals(LinkRelay.NO_PROXY, code);
        }
    }

    @Test
    void shouldReportNoProxyWhenThereIsNoSocket() {
        assertEquals(LinkRelay.NO_PROXY, LinkRelay.run(null));
    }

    @Test
    void shouldNotReportTheProxyAsGoneWhenTheShellEndsBeforeItsGreeting() throws Exception {
        InputStream ended = InputStream.nullInputStream();
        int code =
                relay(
                        ended,
                        new ByteArrayOutputStream(),
                        relay -> assertEquals(-1, relay.read(ByteBuffer.allocate(1))));
        assertEquals(0, code);
    }

    @Test
    void shouldRelayBothWays() throws Exception {
        byte[] request = {1, 2, 3};
        byte[] answer = {4, 5, 6, 7};
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PipedOutputStream shell = new PipedOutputStream()) {
            InputStream in = new PipedInputStream(shell);
            shell.write(request);
            shell.flush();
            int code =
                    relay(
                            in,
                            out,
                            relay -> {
                                ByteBuffer received = ByteBuffer.allocate(request.length);
                                while (received.hasRemaining()) {
                                    relay.read(received);
                                }
                                assertArrayEquals(request, received.array());
                                relay.write(ByteBuffer.wrap(answer));
                                relay.close();
                            });
            assertEquals(0, code);
        }
        assertArrayEquals(answer, out.toByteArray());
    }
}
