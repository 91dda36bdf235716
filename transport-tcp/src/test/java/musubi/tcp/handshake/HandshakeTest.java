package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.config.HostAddress;
import musubi.tcp.config.RankIdentity;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.Random;

/** Both sides of a handshake. */
final class HandshakeTest {
    private static final long SEED = Long.getLong("handshake.seed", System.nanoTime());
    private static final InetSocketAddress ADDRESS = HostAddress.parse("10.1.2.3:4567");
    private static final InetSocketAddress ADDRESS_6 = HostAddress.parse("[fe80::1]:65535");

    private final PeerSession session = new PeerSession(5);

    private static RankIdentity identity(int rank, boolean secret, InetSocketAddress address) {
        byte[] key = secret ? new byte[] {1, 2, 3} : null;
        return new RankIdentity(rank, 4, "job", key, rank + 100, address, null);
    }

    /** Initiator and responder, and their records up to the hello. */
    private final class Talk {
        private final Handshake initiator;
        private final Handshake responder;
        private final MemorySegment hello = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);

        Talk(boolean secret, InetSocketAddress address) {
            initiator = new Handshake(identity(2, secret, address));
            responder = new Handshake(identity(3, secret, ADDRESS));
            initiator.writeOpening(hello, 3);
            MemorySegment challenge = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
            responder.writeChallenge(challenge);
            assertTrue(initiator.readChallenge(challenge));
            initiator.writeHello(hello, session, 1234);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldExchangeStreamPositions(boolean secret) {
        Talk talk = new Talk(secret, ADDRESS);
        assertTrue(talk.responder.readHello(talk.hello));
        assertEquals(2, talk.responder.initiator());
        assertEquals(102, talk.responder.peerIncarnation());
        assertEquals(PeerSession.NO_INCARNATION, talk.responder.expectedIncarnation());
        assertEquals(1234, talk.responder.peerReceived());
        assertEquals(1, talk.responder.attempt());
        assertEquals(ADDRESS, talk.responder.address());
        MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
        talk.responder.writeWelcome(welcome, Handshake.ACCEPTED, 9, 77);
        assertEquals(Handshake.ACCEPTED, talk.initiator.readWelcome(welcome));
        assertEquals(103, talk.initiator.peerIncarnation());
        assertEquals(77, talk.initiator.peerReceived());
        assertEquals(9, talk.initiator.latestAttempt());
    }

    /** Its position of the received stream would be that before the connection. */
    @Test
    void shouldTellOfAnAttemptWhoseHelloIsStillOnItsWay() {
        Talk talk = new Talk(false, ADDRESS);
        assertTrue(talk.responder.readHello(talk.hello));
        PeerSession responders = new PeerSession(103);
        int late = 0;
        for (int i = 0; i < 2; i++) {
            late = responders.nextAttempt();
        }
        MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
        int latest = responders.latestAttempt();
        talk.responder.writeWelcome(welcome, Handshake.ACCEPTED, latest, 0);
        responders.establish(102, talk.responder.latestAttempt());
        assertEquals(Handshake.ACCEPTED, talk.initiator.readWelcome(welcome));
        session.establish(103, talk.initiator.latestAttempt());
        assertTrue(late > talk.initiator.attempt());
        assertFalse(session.isNewer(late), "cancelled by the responder");
        assertTrue(session.isNewer(responders.nextAttempt()));
        assertTrue(responders.isNewer(session.nextAttempt()));
    }

    @Test
    void shouldCarryAnIpv6Address() {
        Talk talk = new Talk(true, ADDRESS_6);
        assertTrue(talk.responder.readHello(talk.hello));
        assertEquals(ADDRESS_6, talk.responder.address());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAHelloWithAnyBitInverted(boolean secret) {
        for (int bit = 0; bit < 8 * Handshake.HELLO_BYTES; bit++) {
            Talk talk = new Talk(secret, ADDRESS);
            flip(talk.hello, bit);
            assertFalse(talk.responder.readHello(talk.hello), "bit=" + bit);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAWelcomeWithAnyBitInverted(boolean secret) {
        for (int bit = 0; bit < 8 * Handshake.WELCOME_BYTES; bit++) {
            Talk talk = new Talk(secret, ADDRESS);
            assertTrue(talk.responder.readHello(talk.hello));
            MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
            talk.responder.writeWelcome(welcome, Handshake.ACCEPTED, 9, 77);
            flip(welcome, bit);
            assertEquals(0, talk.initiator.readWelcome(welcome), "bit=" + bit);
        }
    }

    private static void flip(MemorySegment record, int bit) {
        byte[] bytes = (byte[]) record.heapBase().orElseThrow();
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
    }

    @Test
    void shouldRefuseAReplayedHello() {
        Talk first = new Talk(true, ADDRESS);
        Talk second = new Talk(true, ADDRESS);
        assertFalse(second.responder.readHello(first.hello));
        assertTrue(second.responder.readHello(second.hello));
    }

    @Test
    void shouldRefuseAWelcomeOfAnotherHandshake() {
        Talk first = new Talk(true, ADDRESS);
        Talk second = new Talk(true, ADDRESS);
        assertTrue(first.responder.readHello(first.hello));
        MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
        first.responder.writeWelcome(welcome, Handshake.ACCEPTED, 0, 0);
        assertEquals(0, second.initiator.readWelcome(welcome));
    }

    @Test
    void shouldRefuseRandomBytes() {
        System.out.println("handshake.seed=" + SEED);
        Random random = new Random(SEED);
        Handshake handshake = new Handshake(identity(1, true, ADDRESS));
        byte[] bytes = new byte[Handshake.HELLO_BYTES];
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(bytes);
            assertFalse(handshake.readHello(MemorySegment.ofArray(bytes)));
            assertEquals(0, handshake.readWelcome(MemorySegment.ofArray(bytes)));
        }
    }
}
