package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Whoever calls: node proxies of the job get in, others do not, and do no harm. */
@Timeout(120)
class ReceptionTest {
    private static final String SECRET = JobSecret.create();
    private static final int CALLS = Integer.getInteger("musubi.test.calls", 1_000);

    /** What strangers are sent away for; each is said once. */
    private static final List<String> CAUSES =
            List.of(
                    "a caller is no node proxy of this job: it is no node proxy of this version",
                    "a caller hung up during its handshake",
                    "a caller took too long for its handshake");

    private static final String TOO_MANY =
            "too many callers at once: limit=" + Reception.MOST_AT_ONCE;

    private final BlockingQueue<ProxyLink> links = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final Reception reception =
            new Reception(tree(), SECRET, null, links::add, messages::add);
    private final List<Socket> open = new ArrayList<>();

    private static ProxyTree tree() {
        return new ProxyTree(
                "job",
                List.of(HostSlots.of("a", 1), HostSlots.of("b", 1)),
                new Reach(Reach.Launcher.MANUAL, null, List.of(), null, 2, false));
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        reception.close();
    }

    private Socket socket() throws IOException {
        String address = reception.address();
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        open.add(socket);
        return socket;
    }

    private FrameStream call(String secret, String job, int node) throws IOException {
        Socket socket = socket();
        new LinkHandshake(secret, job, socket.getInputStream(), socket.getOutputStream())
                .call(node);
        FrameStream stream = new FrameStream(socket.getInputStream(), socket.getOutputStream());
        stream.greet();
        return stream;
    }

    /** The secret is right, but the node is not wanted. */
    private void callInVain(int node) {
        try {
            call(SECRET, "job", node);
        } catch (IOException e) {
            // Sent away before it could greet.
            assertTrue(links.isEmpty());
        }
    }

    private void assertWorks(int node) throws Exception {
        FrameStream mine = call(SECRET, "job", node);
        ProxyLink link = links.poll(20, TimeUnit.SECONDS);
        assertNotNull(link, messages::toString);
        assertEquals(node, link.node());
        mine.write(Frame.of(Frame.Kind.PING, node));
        assertEquals(Frame.Kind.PING, link.read().kind());
    }

    @Test
    void shouldLetInWhoKnowsTheSecret() throws Exception {
        assertTrue(reception.address().startsWith("127.0.0.1:"), reception.address());
        assertWorks(1);
        assertWorks(0);
        assertEquals(List.of(), List.copyOf(messages));
    }

    @Test
    void shouldSendAwayOthers() throws Exception {
        assertThrows(IOException.class, () -> call(JobSecret.create(), "job", 0));
        assertThrows(IOException.class, () -> call(SECRET, "another job", 0));
        callInVain(2);
        callInVain(-1);
        assertWorks(0);
        callInVain(0);
        assertWorks(1);
        assertTrue(links.isEmpty());
        String said = messages.poll(20, TimeUnit.SECONDS);
        assertTrue(String.valueOf(said).startsWith("a second node proxy for a node, or"), said);
        // Those with the wrong secret noticed first that mpiexec has another one, and said no more.
        messages.remove(CAUSES.getLast());
        assertEquals(List.of(), List.copyOf(messages));
    }

    @Test
    void shouldNotTakeARecordedHandshakeAgain() throws Exception {
        ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        Socket first = socket();
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
                .call(0);
        new FrameStream(first.getInputStream(), first.getOutputStream()).greet();
        assertNotNull(links.poll(20, TimeUnit.SECONDS));
        byte[] bytes = recorded.toByteArray();
        bytes[11] = 1;
        Socket replay = socket();
        replay.getOutputStream().write(bytes);
        assertEquals(64, replay.getInputStream().readAllBytes().length);
        assertTrue(messages.take().contains("does not know the job's secret"));
        assertTrue(links.isEmpty());
    }

    @Test
    void shouldNotBeFooledByItsOwnProof() throws Exception {
        Socket victim = socket();
        ByteArrayInputStream nothing = new ByteArrayInputStream(new byte[0]);
        ByteArrayOutputStream hello = new ByteArrayOutputStream();
        assertThrows(
                IOException.class, () -> new LinkHandshake("guess", "job", nothing, hello).call(0));
        victim.getOutputStream().write(hello.toByteArray());
        byte[] answer = victim.getInputStream().readNBytes(64);
        victim.getOutputStream().write(answer, 32, 32);
        assertEquals(-1, victim.getInputStream().read());
        assertTrue(links.isEmpty());
    }

    @Test
    void shouldGoOnThroughManyStrangers() throws Exception {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("ReceptionTest: -Dmusubi.test.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CALLS; i++) {
            Socket socket = socket();
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException e) {
                // Sent away already.
                assertTrue(socket.isConnected());
            }
            if (random.nextInt(10) > 0) {
                open.remove(socket);
                socket.close();
            }
        }
        // One that says nothing, and one that hangs up, whatever the others did.
        socket();
        socket().close();
        // Half handshakes may take all places until their time is up.
        TimeUnit.MILLISECONDS.sleep(Reception.HANDSHAKE_LIMIT_MS + 3_000);
        assertWorks(0);
        List<String> said = new ArrayList<>(messages);
        String label = "seed=" + seed + " " + said;
        assertTrue(said.containsAll(CAUSES), label);
        said.removeAll(CAUSES);
        assertTrue(said.isEmpty() || said.equals(List.of(TOO_MANY)), label);
        assertEquals(Set.copyOf(messages).size(), messages.size(), label);
    }
}
