package musubi.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

final class PassiveListenerTest {
    private static final int CHECKS = 1_000_000;

    @Test
    void shouldCallTheKernelRarelyWithoutConnections() throws IOException {
        long begin = System.nanoTime();
        PassiveListener listener =
                PassiveListener.open(InetAddress.getLoopbackAddress(), new SpareDescriptors(0));
        for (int i = 0; i < CHECKS; i++) {
            assertFalse(listener.hasPendingConnection());
        }
        long elapsedNs = System.nanoTime() - begin;
        assertEquals(CHECKS / PassiveListener.CHECKS_PER_CLOCK_READ, listener.clockReads());
        long most = 1 + elapsedNs / PassiveListener.INTERVAL_NS;
        assertTrue(listener.accepts() > 0, "never called the kernel");
        assertTrue(listener.accepts() <= most, listener.accepts() + " calls, at most " + most);
        listener.close();
    }

    @Test
    void shouldFindAndDropPendingConnections() throws IOException {
        PassiveListener listener =
                PassiveListener.open(InetAddress.getLoopbackAddress(), new SpareDescriptors(0));
        try (Socket first = new Socket(InetAddress.getLoopbackAddress(), listener.port());
                Socket second = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            while (!listener.hasPendingConnection()) {
                Thread.onSpinWait();
            }
            listener.dropPending();
            assertEquals(-1, first.getInputStream().read());
            assertEquals(-1, second.getInputStream().read());
        } finally {
            listener.close();
        }
    }
}
