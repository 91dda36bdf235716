package musubi.verbs.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** {@code -Dmusubi.verbs.seed=} repeats a failure with the printed seed. */
class PacketHeaderTest {
    private static final int ROUNDS = 100_000;
    private static final int ROOM = PacketHeader.BYTES + Packet.MOST_PAYLOAD_BYTES + 100;

    private final long seed = WireKind.SEED;
    private final Random random = new Random(seed);
    private final MemorySegment bytes = Arena.ofAuto().allocate(ROOM, 8);
    private final Packet packet = new Packet();
    private final Packet decoded = new Packet();

    @Test
    void shouldBringEveryFieldBackWhenEncodedAndDecoded() {
        for (int i = 0; i < 10_000; i++) {
            randomise();
            int length = encode();
            assertTrue(PacketHeader.decode(bytes, 0, length, decoded), () -> "seed=" + seed);
            assertSame();
        }
    }

    @Test
    void shouldRefuseOrDecodeWhenBytesAreRandom() {
        int taken = 0;
        for (int i = 0; i < ROUNDS; i++) {
            randomise();
            int length = encode();
            for (int changes = 1 + random.nextInt(8); changes > 0; changes--) {
                long at = random.nextInt(PacketHeader.BYTES);
                bytes.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
            }
            int claimed = random.nextBoolean() ? length : random.nextInt(ROOM);
            if (PacketHeader.decode(bytes, 0, claimed, decoded)) {
                taken++;
                assertInRange(claimed);
            }
        }
        assertTrue(taken > 0 && taken < ROUNDS, "taken=" + taken + " seed=" + seed);
    }

    @Test
    void shouldRefuseWhenTruncatedOrLonger() {
        randomise();
        int length = encode();
        for (int claimed = 0; claimed < ROOM; claimed++) {
            boolean taken = PacketHeader.decode(bytes, 0, claimed, decoded);
            assertEquals(claimed == length, taken, "claimed=" + claimed + " seed=" + seed);
        }
    }

    @Test
    void shouldNotOpenWhenAnyBitIsChanged() {
        PacketMac seal = new PacketMac("0123456789abcdef".getBytes());
        randomise();
        packet.payloadBytes(packet.opcode().carriesData() ? 21 : 0);
        int length = encode();
        seal.sign(bytes, length);
        MemorySegment sealed =
                Arena.ofAuto().allocate(length, 8).copyFrom(bytes.asSlice(0, length));
        for (int bit = 0; bit < 8 * length; bit++) {
            bytes.asSlice(0, length).copyFrom(sealed);
            byte before = bytes.get(ValueLayout.JAVA_BYTE, bit / 8);
            bytes.set(ValueLayout.JAVA_BYTE, bit / 8, (byte) (before ^ 1 << bit % 8));
            assertFalse(seal.verify(bytes, length), "bit=" + bit + " seed=" + seed);
        }
        bytes.asSlice(0, length).copyFrom(sealed);
        assertTrue(seal.verify(bytes, length));
        seal.sign(bytes, length);
        assertFalse(new PacketMac("0123456789abcdeF".getBytes()).verify(bytes, length));
        assertFalse(seal.verify(bytes, PacketHeader.BYTES - 1));
    }

    /** The first and last vectors of the paper's reference code: key 00..0f, data 00, 01, ... */
    @Test
    void shouldHashAsThePaperWhenGivenItsVectors() {
        byte[] key = new byte[16];
        for (int i = 0; i < 16; i++) {
            key[i] = (byte) i;
        }
        for (int i = 0; i < 63; i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) i);
        }
        PacketMac seal = new PacketMac(key);
        assertEquals(0x726fdb47dd0e0e31L, seal.hash(bytes, 0));
        assertEquals(0xa129ca6149be45e5L, seal.hash(bytes, 15));
        assertEquals(0x958a324ceb064572L, seal.hash(bytes, 63));
    }

    private void randomise() {
        PacketOpcode opcode = PacketOpcode.values()[random.nextInt(PacketOpcode.values().length)];
        packet.begin(opcode, random.nextInt(Psn.MASK + 1), random.nextInt(Packet.ALL_FLAGS + 1))
                .from(1 + random.nextInt(Integer.MAX_VALUE), random.nextInt(Psn.MASK + 1))
                .to(1 + random.nextInt(Integer.MAX_VALUE), random.nextInt(Psn.MASK + 1))
                .session(random.nextInt())
                .argument(random.nextInt())
                .remote(random.nextLong(), random.nextInt(), random.nextInt(1 << 30))
                .operands(random.nextLong(), random.nextLong());
        int most = random.nextInt(8) == 0 ? Packet.MOST_PAYLOAD_BYTES : 32;
        packet.payloadBytes(opcode.carriesData() ? random.nextInt(most + 1) : 0);
    }

    private int encode() {
        PacketHeader.encode(packet, bytes, 0);
        return PacketHeader.BYTES + packet.payloadBytes();
    }

    private void assertInRange(int claimed) {
        assertEquals(claimed, PacketHeader.BYTES + decoded.payloadBytes());
        assertTrue(decoded.lengthBytes() >= 0 && decoded.psn() == (decoded.psn() & Psn.MASK));
        assertTrue(decoded.sourceLid() > 0 && decoded.destinationLid() > 0);
        assertTrue(decoded.payloadBytes() == 0 || decoded.opcode().carriesData());
    }

    private void assertSame() {
        assertEquals(packet.opcode(), decoded.opcode());
        assertEquals(packet.flags(), decoded.flags());
        assertEquals(packet.psn(), decoded.psn());
        assertEquals(packet.sourceLid(), decoded.sourceLid());
        assertEquals(packet.sourceNumber(), decoded.sourceNumber());
        assertEquals(packet.destinationLid(), decoded.destinationLid());
        assertEquals(packet.destinationNumber(), decoded.destinationNumber());
        assertEquals(packet.session(), decoded.session());
        assertEquals(packet.argument(), decoded.argument());
        assertEquals(packet.lengthBytes(), decoded.lengthBytes());
        assertEquals(packet.address(), decoded.address());
        assertEquals(packet.key(), decoded.key());
        assertEquals(packet.operand(), decoded.operand());
        assertEquals(packet.swap(), decoded.swap());
        assertEquals(packet.payloadBytes(), decoded.payloadBytes());
    }
}
