package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.job.JobSecret;
import musubi.launch.link.LinkTimes;
import musubi.launch.link.ProxyLink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A listener for the node proxies of two hosts, and its connections. */
final class ProxyListenerCallers implements AutoCloseable {
    static final String SECRET = JobSecret.create();

    /** Short, since tests wait for its end. */
    private static final int TIMEOUT_MS = 5_000;

    final BlockingQueue<ProxyLink> links = new LinkedBlockingQueue<>();
    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    final List<Socket> open = new ArrayList<>();
    final ProxyListener listener;

    ProxyListenerCallers(boolean tls) {
        ProxyTree tree =
                new ProxyTree(
                        "job",
                        List.of(HostSlots.of("a", 1), HostSlots.of("b", 1)),
                        new RemoteLaunch(
                                RemoteLaunch.Launcher.MANUAL,
                                null,
                                List.of(),
                                null,
                                2,
                                tls,
                                LinkTimes.DEFAULT));
        listener = new ProxyListener(tree, SECRET, null, TIMEOUT_MS, links::add, messages::add);
    }

    Socket socket() throws IOException {
        String address = listener.address();
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(300_000);
        open.add(socket);
        return socket;
    }

    /** The link of this node. */
    ProxyLink linkOf(int node) throws InterruptedException {
        ProxyLink link = links.poll(300, TimeUnit.SECONDS);
        assertNotNull(link, messages::toString);
        assertEquals(node, link.node());
        return link;
    }

    /** Waits until all calls that are open have been closed from the other side. */
    void awaitRefusals() {
        for (Socket socket : open) {
            try {
                socket.getInputStream().readAllBytes();
            } catch (SocketTimeoutException e) {
                throw new AssertionError("a call stays open", e);
            } catch (IOException e) {
                // Reset: what it had sent was not read.
                assertTrue(socket.isConnected());
            }
        }
    }

    /** Closes all calls on this side. */
    void hangUp() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        hangUp();
        listener.close();
    }
}
