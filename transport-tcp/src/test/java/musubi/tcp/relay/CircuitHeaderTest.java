package musubi.tcp.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.relay.CircuitHeader.Hop;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

class CircuitHeaderTest {
    private static final RelayKey KEY = new RelayKey("job-1", new byte[] {1, 2, 3});
    private static final Hop RELAY = hop(3, "10.1.0.10", 65535);
    private static final Hop RANK = hop(7, "fd00::1:2", 40000);

    private static Hop hop(int id, String host, int port) {
        return new Hop(id, new InetSocketAddress(InetAddress.ofLiteral(host), port));
    }

    @Test
    void shouldReadWhatItWroteWhenHopsHaveAddressesOfBothKinds() throws Exception {
        CircuitHeader header = new CircuitHeader(5, 65536, List.of(RELAY, RANK), List.of(0, 255));
        assertEquals(header, CircuitHeader.decode(header.opening().body()));
    }

    @Test
    void shouldRemoveTheHopAndAddItselfWhenARelayPassesItOn() {
        CircuitHeader next = CircuitHeader.begin(100, List.of(RELAY, RANK)).after(9);
        assertEquals(new CircuitHeader(15, 100, List.of(RANK), List.of(9)), next);
        assertTrue(next.isLast());
    }

    @Test
    void shouldFitIntoARecordWhenItHasAllHopsThatArePermitted() throws Exception {
        List<Hop> hops = Collections.nCopies(CircuitHeader.MAX_HOPS, RANK);
        List<Integer> visited = Collections.nCopies(CircuitHeader.MAX_HOPS, -1);
        CircuitHeader header = new CircuitHeader(255, Integer.MAX_VALUE, hops, visited);
        byte[] record = header.opening().encode(KEY, KEY.newChallenge());
        assertTrue(record.length <= RelayOpening.MAX_BYTES);
        assertEquals(header, CircuitHeader.decode(header.opening().body()));
    }

    @Test
    void shouldRefuseWhenThereAreTooManyHopsOrNone() {
        List<Hop> hops = Collections.nCopies(CircuitHeader.MAX_HOPS + 1, RANK);
        assertThrows(IllegalArgumentException.class, () -> CircuitHeader.begin(1, hops));
        byte[] many = CircuitHeader.begin(1, List.of(RANK)).opening().body();
        many[5] = CircuitHeader.MAX_HOPS + 1;
        assertThrows(MalformedRecordException.class, () -> CircuitHeader.decode(many));
        many[5] = 0;
        assertThrows(MalformedRecordException.class, () -> CircuitHeader.decode(many));
    }

    @Test
    void shouldRefuseWhenBytesAreMissingOrLeftOver() {
        byte[] body = CircuitHeader.begin(1, List.of(RELAY, RANK)).opening().body();
        for (int length = 0; length < body.length; length++) {
            byte[] part = Arrays.copyOf(body, length);
            assertThrows(MalformedRecordException.class, () -> CircuitHeader.decode(part));
        }
        byte[] more = Arrays.copyOf(body, body.length + 1);
        assertThrows(MalformedRecordException.class, () -> CircuitHeader.decode(more));
    }

    @Test
    void shouldRefuseWhenAnAddressHasAnotherLength() {
        byte[] body = CircuitHeader.begin(1, List.of(RELAY)).opening().body();
        body[13] = 3;
        assertThrows(MalformedRecordException.class, () -> CircuitHeader.decode(body));
        body[13] = 17;
        assertThrows(MalformedRecordException.class, () -> CircuitHeader.decode(body));
    }

    @Test
    void shouldProveTheRecordWhenChallengeAndSecretAreTheSame() throws Exception {
        byte[] challenge = KEY.newChallenge();
        RelayOpening opening = CircuitHeader.begin(1, List.of(RELAY, RANK)).opening();
        byte[] record = opening.encode(KEY, challenge);
        assertEquals(record.length, RelayOpening.length(ByteBuffer.wrap(record), KEY));
        byte[] body = RelayOpening.decode(record, KEY, challenge).body();
        assertEquals(CircuitHeader.decode(opening.body()), CircuitHeader.decode(body));
        for (int index = 0; index < record.length; index++) {
            byte[] changed = record.clone();
            changed[index] ^= 1;
            assertNull(RelayOpening.decode(changed, KEY, challenge), "byte " + index);
        }
        assertNull(RelayOpening.decode(record, KEY, KEY.newChallenge()));
        RelayKey other = new RelayKey("job-1", new byte[] {1, 2, 4});
        assertNull(RelayOpening.decode(record, other, challenge));
    }

    @Test
    void shouldRefuseWhenThePrefixIsOfAnotherProtocolJobOrLength() {
        byte[] record = CircuitHeader.begin(1, List.of(RANK)).opening().encode(KEY, new byte[16]);
        RelayKey otherJob = new RelayKey("job-2", null);
        ByteBuffer whole = ByteBuffer.wrap(record);
        assertThrows(MalformedRecordException.class, () -> RelayOpening.length(whole, otherJob));
        for (int index : new int[] {0, 4, 6}) {
            byte[] changed = record.clone();
            changed[index] ^= 0x40;
            ByteBuffer prefix = ByteBuffer.wrap(changed);
            assertThrows(MalformedRecordException.class, () -> RelayOpening.length(prefix, KEY));
        }
    }

    @Test
    void shouldCutTheTextWhenAStatusIsTooLong() throws Exception {
        byte[] record = new CircuitStatus(CircuitStatus.UNREACHABLE, "x".repeat(600)).encode();
        byte[] prefix = Arrays.copyOf(record, CircuitStatus.PREFIX_BYTES);
        assertEquals(CircuitStatus.MAX_TEXT_BYTES, CircuitStatus.textBytes(prefix));
        byte[] text = Arrays.copyOfRange(record, CircuitStatus.PREFIX_BYTES, record.length);
        CircuitStatus read = CircuitStatus.decode(prefix, text);
        assertEquals(CircuitStatus.UNREACHABLE, read.code());
        assertEquals("x".repeat(CircuitStatus.MAX_TEXT_BYTES), read.text());
    }
}
