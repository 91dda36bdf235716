package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.job.JobSecret;
import musubi.launch.link.Frame;
import musubi.launch.link.FrameStream;
import musubi.launch.link.FrameStream.Numbered;
import musubi.launch.link.LinkHandshake;
import musubi.launch.link.LinkHandshake.Caller;
import musubi.launch.link.ProxyLink;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Authentication: node proxies of the job connect; other connections are closed without harm. */
class ProxyListenerTest {
    private static final String SECRET = ProxyListenerCallers.SECRET;
    private static final int CALLS = Integer.getInteger("musubi.test.calls", 1_000);

    /** Causes of rejection; each is reported once. */
    private static final List<String> CAUSES =
            List.of(
                    "a connection is not from a node proxy of this job: it is not a node proxy of"
                            + " this version",
                    "a connection closed during its handshake",
                    "a handshake timed out");

    private static final int TLS_HANDSHAKE = 0x16;

    private static final String TOO_MANY =
            "too many handshakes at once: limit=" + ProxyListener.MAX_CONCURRENT_HANDSHAKES;

    private final ProxyListenerCallers callers = new ProxyListenerCallers(false);

    @AfterEach
    void close() throws IOException {
        callers.close();
    }

    private FrameStream call(String secret, String job, int node) throws IOException {
        return call(secret, job, Caller.thisProcess(node));
    }

    private FrameStream call(String secret, String job, Caller caller) throws IOException {
        Socket socket = callers.socket();
        new LinkHandshake(secret, job, socket.getInputStream(), socket.getOutputStream())
                .initiate(caller);
        FrameStream stream = new FrameStream(socket.getInputStream(), socket.getOutputStream());
        stream.greet();
        return stream;
    }

    /** A correct secret for a node that is occupied or unknown. */
    private void assertRejected(int node) {
        try {
            call(SECRET, "job", node);
        } catch (IOException e) {
            // Closed before the greeting.
            assertTrue(callers.links.isEmpty());
        }
    }

    private void assertWorks(int node) throws Exception {
        FrameStream mine = call(SECRET, "job", node);
        ProxyLink link = callers.linkOf(node);
        mine.write(new Numbered(0, 0, Frame.of(Frame.Kind.DUMPED, node)));
        assertEquals(Frame.Kind.DUMPED, link.read().kind());
    }

    @Test
    void shouldAcceptProxiesWhenTheyHaveTheSecret() throws Exception {
        assertTrue(callers.listener.address().startsWith("127.0.0.1:"), callers.listener.address());
        assertWorks(1);
        assertWorks(0);
        assertEquals(List.of(), List.copyOf(callers.messages));
    }

    @Test
    void shouldRejectProxiesWhenSecretJobOrNodeIsWrong() throws Exception {
        assertThrows(IOException.class, () -> call(JobSecret.create(), "job", 0));
        assertThrows(IOException.class, () -> call(SECRET, "another job", 0));
        // The caller notices first. A call that stayed open would end by the time limit.
        callers.hangUp();
        assertEquals(CAUSES.get(1), callers.messages.poll(300, TimeUnit.SECONDS));
        assertRejected(2);
        assertRejected(-1);
        assertWorks(0);
        assertRejected(0);
        assertWorks(1);
        assertTrue(callers.links.isEmpty());
        String said = callers.messages.poll(300, TimeUnit.SECONDS);
        assertTrue(String.valueOf(said).startsWith("a node proxy for an occupied or"), said);
        assertEquals(List.of(), List.copyOf(callers.messages));
    }

    @Test
    void shouldContinueALinkWhenItsProcessConnectsAgain() throws Exception {
        Caller caller = Caller.thisProcess(1);
        FrameStream first = call(SECRET, "job", caller);
        ProxyLink link = callers.linkOf(1);
        first.write(new Numbered(0, 0, Frame.of(Frame.Kind.DUMPED, 1)));
        assertEquals(Frame.Kind.DUMPED, link.read().kind());
        // A process with the secret, but not the one that has the link.
        assertRejected(1);
        FrameStream second = call(SECRET, "job", caller);
        link.send(Frame.of(Frame.Kind.DUMP, 1));
        Numbered place = second.read();
        assertEquals(Frame.Kind.PING, place.frame().kind());
        assertEquals(1, place.received());
        second.write(new Numbered(-1, 0, Frame.of(Frame.Kind.PING, 1)));
        assertEquals(Frame.Kind.DUMP, second.read().frame().kind());
        second.write(new Numbered(1, 1, Frame.of(Frame.Kind.DONE, 1)));
        assertEquals(Frame.Kind.DONE, link.read().kind());
        assertTrue(callers.links.isEmpty());
    }

    @Test
    void shouldRejectAHandshakeWhenItIsReplayed() throws Exception {
        ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        Socket first = callers.socket();
        new LinkHandshake(
                        SECRET,
                        "job",
                        first.getInputStream(),
                        new OutputStream() {
                            @Override
                            public void write(int b) throws IOException {
                                recorded.write(b);
                                first.getOutputStream().write(b);
                            }
                        })
                .initiate(Caller.thisProcess(0));
        new FrameStream(first.getInputStream(), first.getOutputStream()).greet();
        callers.linkOf(0);
        byte[] bytes = recorded.toByteArray();
        bytes[11] = 1;
        Socket replay = callers.socket();
        replay.getOutputStream().write(bytes);
        assertEquals(64, replay.getInputStream().readAllBytes().length);
        assertTrue(callers.messages.take().contains("does not know the job's secret"));
        assertTrue(callers.links.isEmpty());
    }

    @Test
    void shouldRejectAProofWhenItIsReflected() throws Exception {
        Socket victim = callers.socket();
        ByteArrayInputStream nothing = new ByteArrayInputStream(new byte[0]);
        ByteArrayOutputStream hello = new ByteArrayOutputStream();
        assertThrows(
                IOException.class,
                () ->
                        new LinkHandshake("guess", "job", nothing, hello)
                                .initiate(Caller.thisProcess(0)));
        victim.getOutputStream().write(hello.toByteArray());
        byte[] answer = victim.getInputStream().readNBytes(64);
        victim.getOutputStream().write(answer, 32, 32);
        assertEquals(-1, victim.getInputStream().read());
        assertTrue(callers.links.isEmpty());
    }

    @Test
    void shouldAcceptAProxyWhenManyConnectionsFail() throws Exception {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("ProxyListenerTest: -Dmusubi.test.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CALLS; i++) {
            Socket socket = callers.socket();
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 0 && bytes[0] == TLS_HANDSHAKE) {
                // The cause would be TLS if the next byte were that of its version.
                bytes[0] = 0;
            }
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException e) {
                // Closed already.
                assertTrue(socket.isConnected());
            }
            if (random.nextInt(10) > 0) {
                callers.open.remove(socket);
                socket.close();
            }
        }
        // One silent and one closed connection, in addition to the random ones.
        callers.socket();
        callers.socket().close();
        // Half handshakes may occupy all places until their timeout.
        callers.awaitRefusals();
        assertWorks(0);
        List<String> said = new ArrayList<>(callers.messages);
        String label = "seed=" + seed + " " + said;
        assertTrue(said.containsAll(CAUSES), label);
        said.removeAll(CAUSES);
        assertTrue(said.isEmpty() || said.equals(List.of(TOO_MANY)), label);
        assertEquals(Set.copyOf(callers.messages).size(), callers.messages.size(), label);
    }
}
