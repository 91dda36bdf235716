package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class CallerTest {
    private static final TcpOptions OPTIONS =
            new TcpOptions(FrameWriter.LEAST_BUFFER_BYTES, false, 1_000_000_000, 1_000_000_000);

    @Test
    @Timeout(20)
    void shouldSayWhoCalledWhenACallIsGivenUp() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        Identity self = new Identity(1, 2, "job", null, 5, null);
        try (ServerSocket listener = new ServerSocket(0, 1, here)) {
            Sockets sockets = new NioSockets();
            Link link = new Links(self, null, sockets, OPTIONS).linkTo(0);
            link.reachAt(new InetSocketAddress(here, listener.getLocalPort()));
            Caller caller = new Caller(link, sockets, self, OPTIONS);
            caller.advance(System.nanoTime());
            try (Socket accepted = listener.accept()) {
                caller.giveUp();
                int heard = accepted.getInputStream().readAllBytes().length;
                assertEquals(Handshake.OPENING_BYTES, heard);
            }
            sockets.close();
        }
    }
}
