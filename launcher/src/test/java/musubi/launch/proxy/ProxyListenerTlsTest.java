package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.job.JobSecret;
import musubi.launch.link.Frame;
import musubi.launch.link.FrameStream;
import musubi.launch.link.FrameStream.Numbered;
import musubi.launch.link.LinkHandshake;
import musubi.launch.link.LinkHandshake.Caller;
import musubi.launch.link.LinkStreams;
import musubi.launch.link.LinkTls;
import musubi.launch.link.ProxyLink;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** As {@link ProxyListenerTest}, with encrypted links. */
class ProxyListenerTlsTest {
    private static final String SECRET = ProxyListenerCallers.SECRET;
    private static final int CALLS = 300;

    private ProxyListenerCallers callers = new ProxyListenerCallers(true);

    @AfterEach
    void close() throws IOException {
        callers.close();
    }

    private FrameStream call(String secret, String job, int node) throws IOException {
        LinkStreams streams = new LinkTls(secret, job).over(callers.socket(), true);
        new LinkHandshake(secret, job, streams.in(), streams.out())
                .initiate(Caller.thisProcess(node));
        FrameStream stream = new FrameStream(streams.in(), streams.out());
        stream.greet();
        return stream;
    }

    private void assertWorks(int node) throws Exception {
        FrameStream mine = call(SECRET, "job", node);
        ProxyLink link = callers.linkOf(node);
        byte[] large = new byte[3_000_000];
        new Random(node).nextBytes(large);
        link.send(new Frame(Frame.Kind.FILE, node, large));
        mine.write(new Numbered(0, 0, Frame.of(Frame.Kind.DUMPED, node)));
        assertEquals(Frame.Kind.DUMPED, link.read().kind());
        assertArrayEquals(large, firstNumbered(mine).frame().payload());
    }

    /** The first frame that is no acknowledgement. */
    private static Numbered firstNumbered(FrameStream stream) throws IOException {
        Numbered next = stream.read();
        while (next.frame().kind() == Frame.Kind.PING) {
            next = stream.read();
        }
        return next;
    }

    @Test
    void shouldAcceptAProxyWhenItHasTheSecret() throws Exception {
        assertWorks(1);
        assertWorks(0);
        assertEquals(List.of(), List.copyOf(callers.messages));
    }

    @Test
    void shouldCloseWhenASenderIsBlocked() throws Exception {
        call(SECRET, "job", 0);
        ProxyLink link = callers.linkOf(0);
        Frame large = new Frame(Frame.Kind.FILE, 0, new byte[Frame.MAX_PAYLOAD_BYTES]);
        link.send(large);
        Thread blocked = writer();
        while (!isSending(blocked)) {
            Thread.onSpinWait();
        }
        link.abort();
        blocked.join();
    }

    /** The thread that writes the only link of this node. */
    private static Thread writer() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("link-writer-0"))
                .filter(ProxyListenerTlsTest::isSending)
                .findFirst()
                .orElseGet(ProxyListenerTlsTest::writer);
    }

    /** Whether it waits for room in the socket. */
    private static boolean isSending(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && stack[0].getClassName().equals("sun.nio.ch.Net");
    }

    @Test
    void shouldReportTheCauseWhenAProxyIsRejected() throws Exception {
        IOException refused =
                assertThrows(IOException.class, () -> call(JobSecret.create(), "job", 0));
        assertTrue(refused.getMessage().contains("another secret"), refused.getMessage());
        assertThrows(IOException.class, () -> call(SECRET, "another job", 0));
        assertSaid("another secret");
        Socket plain = callers.socket();
        assertThrows(
                IOException.class,
                () ->
                        new LinkHandshake(
                                        SECRET,
                                        "job",
                                        plain.getInputStream(),
                                        plain.getOutputStream())
                                .initiate(Caller.thisProcess(0)));
        assertSaid("does not speak TLS");
        assertWorks(0);
        assertTrue(callers.links.isEmpty());
    }

    private void assertSaid(String text) throws InterruptedException {
        String message = callers.messages.poll(300, TimeUnit.SECONDS);
        assertTrue(message != null && message.contains(text), () -> text + ": " + message);
    }

    @Test
    void shouldReportTlsWhenThisSideDoesNotUseIt() throws Exception {
        callers.close();
        callers = new ProxyListenerCallers(false);
        assertThrows(IOException.class, () -> call(SECRET, "job", 0));
        assertSaid("it uses TLS");
    }

    @Test
    void shouldAcceptAProxyWhenManyConnectionsFail() throws Exception {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("ProxyListenerTlsTest: -Dmusubi.test.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CALLS; i++) {
            Socket socket = callers.socket();
            byte[] bytes = new byte[random.nextInt(600)];
            random.nextBytes(bytes);
            if (i % 2 == 0 && bytes.length > 5) {
                // The beginning of a TLS client hello.
                System.arraycopy(new byte[] {22, 3, 1, 1, 0, 1}, 0, bytes, 0, 6);
            }
            try {
                socket.getOutputStream().write(bytes);
                if (random.nextInt(10) > 0) {
                    socket.shutdownOutput();
                    InputStream in = socket.getInputStream();
                    assertTrue(in.readAllBytes().length < 100);
                }
            } catch (IOException e) {
                // Closed already.
                assertTrue(socket.isConnected());
            }
        }
        // Half handshakes may occupy all places until their timeout.
        callers.awaitRefusals();
        assertWorks(0);
        assertTrue(callers.messages.size() <= 10, callers.messages::toString);
    }
}
