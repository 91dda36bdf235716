package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.Random;

/** What the two sides of a handshake believe. */
final class HandshakeTest {
    private static final long SEED = Long.getLong("handshake.seed", System.nanoTime());
    private static final TcpAddress ADDRESS = TcpAddress.parse("10.1.2.3:4567");
    private static final TcpAddress ADDRESS_6 = TcpAddress.parse("[fe80::1]:65535");

    private final PeerSession session = new PeerSession(5);

    private static RankIdentity identity(int rank, boolean secret, TcpAddress address) {
        byte[] key = secret ? new byte[] {1, 2, 3} : null;
        return new RankIdentity(rank, 4, "job", key, rank + 100, address);
    }

    /** A caller and a called one, and what they have said up to the hello. */
    private final class Talk {
        private final Handshake caller;
        private final Handshake called;
        private final MemorySegment hello = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);

        Talk(boolean secret, TcpAddress address) {
            caller = new Handshake(identity(2, secret, address));
            called = new Handshake(identity(3, secret, ADDRESS));
            caller.writeOpening(hello, 3);
            MemorySegment challenge = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
            called.writeChallenge(challenge);
            assertTrue(caller.readChallenge(challenge));
            caller.writeHello(hello, session, 1234);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellWhereToGoOn(boolean secret) {
        Talk talk = new Talk(secret, ADDRESS);
        assertTrue(talk.called.readHello(talk.hello));
        assertEquals(2, talk.called.initiator());
        assertEquals(102, talk.called.peerIncarnation());
        assertEquals(PeerSession.NO_INCARNATION, talk.called.expectedIncarnation());
        assertEquals(1234, talk.called.peerReceived());
        assertEquals(1, talk.called.attempt());
        assertEquals(ADDRESS.socketAddress(), talk.called.address());
        MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
        talk.called.writeWelcome(welcome, Handshake.ACCEPTED, 77);
        assertEquals(Handshake.ACCEPTED, talk.caller.readWelcome(welcome));
        assertEquals(103, talk.caller.peerIncarnation());
        assertEquals(77, talk.caller.peerReceived());
    }

    @Test
    void shouldTellAnAddressOfVersion6() {
        Talk talk = new Talk(true, ADDRESS_6);
        assertTrue(talk.called.readHello(talk.hello));
        assertEquals(ADDRESS_6.socketAddress(), talk.called.address());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAHelloInWhichAnyBitIsAnother(boolean secret) {
        for (int bit = 0; bit < 8 * Handshake.HELLO_BYTES; bit++) {
            Talk talk = new Talk(secret, ADDRESS);
            flip(talk.hello, bit);
            assertFalse(talk.called.readHello(talk.hello), "bit=" + bit);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAWelcomeInWhichAnyBitIsAnother(boolean secret) {
        for (int bit = 0; bit < 8 * Handshake.WELCOME_BYTES; bit++) {
            Talk talk = new Talk(secret, ADDRESS);
            assertTrue(talk.called.readHello(talk.hello));
            MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
            talk.called.writeWelcome(welcome, Handshake.ACCEPTED, 77);
            flip(welcome, bit);
            assertEquals(0, talk.caller.readWelcome(welcome), "bit=" + bit);
        }
    }

    private static void flip(MemorySegment record, int bit) {
        byte[] bytes = (byte[]) record.heapBase().orElseThrow();
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
    }

    @Test
    void shouldRefuseAHelloThatWasSaidBefore() {
        Talk first = new Talk(true, ADDRESS);
        Talk second = new Talk(true, ADDRESS);
        assertFalse(second.called.readHello(first.hello));
        assertTrue(second.called.readHello(second.hello));
    }

    @Test
    void shouldRefuseAWelcomeOfAnotherHandshake() {
        Talk first = new Talk(true, ADDRESS);
        Talk second = new Talk(true, ADDRESS);
        assertTrue(first.called.readHello(first.hello));
        MemorySegment welcome = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
        first.called.writeWelcome(welcome, Handshake.ACCEPTED, 0);
        assertEquals(0, second.caller.readWelcome(welcome));
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
