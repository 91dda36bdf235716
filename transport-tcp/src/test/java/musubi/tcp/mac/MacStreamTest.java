package musubi.tcp.mac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.config.FrameMac;
import musubi.tcp.socket.MemoryStream;
import musubi.tcp.socket.TcpStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Authenticated streams over connections in memory that transfer random parts. */
final class MacStreamTest {
    private static final long SEED = Long.getLong("mac.seed", System.nanoTime());
    private static final int MOST_ROUNDS = 100_000;
    private static final int RECORDS = 6;
    private static final int RECORD_BYTES = 100;
    private static final String FIRST_TAG = "5f34d827d95c8fc1cf4380409c18ed2a";
    private static final String SECOND_TAG = "c7513a6907a2096440285c95e375ad31";

    private final Random random = random();

    private static Random random() {
        System.out.println("mac.seed=" + SEED);
        return new Random(SEED);
    }

    private static byte[] key(FrameMac mac, int seed) {
        byte[] key = new byte[mac.keyBytes()];
        new Random(seed).nextBytes(key);
        return key;
    }

    private static TcpStream protect(TcpStream raw, FrameMac mac, int sendKey, int receiveKey) {
        return new MacContext(mac).protect(raw, key(mac, sendKey), key(mac, receiveKey));
    }

    /** One end and what it has received. */
    private static final class End {
        private final MemoryStream raw;
        private final TcpStream stream;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private int sent;
        private boolean ended;

        End(MemoryStream raw, TcpStream stream) {
            this.raw = raw;
            this.stream = stream;
        }
    }

    private End[] pair(FrameMac mac) {
        MemoryStream[] raw = MemoryStream.pair(random);
        return new End[] {
            new End(raw[0], protect(raw[0], mac, 1, 2)), new End(raw[1], protect(raw[1], mac, 2, 1))
        };
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) ("all in clear ".charAt(i % 13) + i / 1300);
        }
        return content;
    }

    private static MemorySegment memory(byte[] content) {
        return Arena.ofAuto().allocate(content.length).copyFrom(MemorySegment.ofArray(content));
    }

    /** Offers the unsent bytes, in one piece or two. */
    private void sendSome(End end, MemorySegment content) throws IOException {
        end.raw.look();
        int left = (int) content.byteSize() - end.sent;
        if (left > 0 && end.stream.isWritable()) {
            int first = random.nextBoolean() ? 0 : random.nextInt(left + 1);
            end.sent +=
                    end.stream.write(
                            content, end.sent, first, content, end.sent + first, left - first);
        }
    }

    private void receiveSome(End end) throws IOException {
        end.raw.look();
        MemorySegment scratch = Arena.ofAuto().allocate(100_000);
        while (!end.ended && end.stream.isReadable()) {
            int n = end.stream.read(scratch, 0, 1 + random.nextInt(100_000));
            end.ended = n < 0;
            end.received.writeBytes(
                    scratch.asSlice(0, Math.max(0, n)).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldCarryBothDirectionsWhenPiecesAreRandom(FrameMac mac) throws IOException {
        for (int round = 0; round < 10; round++) {
            End[] ends = pair(mac);
            byte[][] contents = {content(random.nextInt(1 << 20)), content(random.nextInt(5000))};
            MemorySegment[] memories = {memory(contents[0]), memory(contents[1])};
            for (int i = 0;
                    ends[0].received.size() < contents[1].length
                            || ends[1].received.size() < contents[0].length;
                    i++) {
                assertTrue(i < MOST_ROUNDS, "the streams stand still");
                for (int from = 0; from < 2; from++) {
                    sendSome(ends[from], memories[from]);
                    receiveSome(ends[1 - from]);
                }
            }
            ends[0].stream.closeOutput();
            receiveSome(ends[1]);
            assertTrue(ends[1].ended);
            assertArrayEquals(contents[0], ends[1].received.toByteArray());
            assertArrayEquals(contents[1], ends[0].received.toByteArray());
        }
    }

    /** Sends content, a record for each piece, and returns the bytes on the wire. */
    private List<byte[]> records(FrameMac mac, int sendKey, int recordBytes) throws IOException {
        MemoryStream[] raw = MemoryStream.pair(random);
        End end = new End(raw[0], protect(raw[0], mac, sendKey, 2));
        List<byte[]> records = new ArrayList<>();
        int before = 0;
        for (int i = 1; i <= RECORDS; i++) {
            MemorySegment content = memory(content(i * recordBytes));
            for (int round = 0; end.sent < i * recordBytes; round++) {
                assertTrue(round < MOST_ROUNDS, "the stream stands still");
                sendSome(end, content);
            }
            byte[] wire = raw[1].waiting();
            records.add(Arrays.copyOfRange(wire, before, wire.length));
            before = wire.length;
        }
        return records;
    }

    /** Receives bytes, which end with a failure; returns the content before it. */
    private byte[] receivedUntilFailure(FrameMac mac, List<byte[]> records) {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        records.forEach(wire::writeBytes);
        MemoryStream raw = MemoryStream.of(wire.toByteArray(), random);
        End end = new End(raw, protect(raw, mac, 2, 1));
        MemorySegment one = Arena.ofAuto().allocate(1);
        IOException failure =
                assertThrows(
                        IOException.class,
                        () -> {
                            while (end.stream.read(one, 0, 1) > 0) {
                                end.received.write(one.get(ValueLayout.JAVA_BYTE, 0));
                            }
                        });
        assertTrue(failure.getMessage().contains("wrong MAC"), failure.getMessage());
        return end.received.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldRefuseARecordWhenAnyBitIsInverted(FrameMac mac) throws IOException {
        List<byte[]> genuine = records(mac, 1, 16);
        int bytes = genuine.get(1).length;
        for (int bit = Byte.SIZE * MacRecord.HEADER_BYTES; bit < Byte.SIZE * bytes; bit++) {
            List<byte[]> changed = new ArrayList<>(genuine);
            byte[] record = genuine.get(1).clone();
            record[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            changed.set(1, record);
            assertArrayEquals(content(16), receivedUntilFailure(mac, changed), "bit=" + bit);
        }
    }

    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldNeverUseALengthThatWasChanged(FrameMac mac) throws IOException {
        List<byte[]> genuine = records(mac, 1, 16);
        for (int bit = 0; bit < Byte.SIZE * MacRecord.HEADER_BYTES; bit++) {
            ByteArrayOutputStream wire = new ByteArrayOutputStream();
            genuine.forEach(wire::writeBytes);
            byte[] changed = wire.toByteArray();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            MemoryStream raw = MemoryStream.of(changed, random);
            TcpStream stream = protect(raw, mac, 2, 1);
            int n = 0;
            try {
                n = stream.read(Arena.ofAuto().allocate(1), 0, 1);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("authenticated record") || isWrong(e));
            }
            assertTrue(n <= 0, "bit=" + bit);
        }
    }

    private static boolean isWrong(IOException e) {
        return e.getMessage().contains("wrong MAC");
    }

    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldRefuseARecordWhenItIsRepeated(FrameMac mac) throws IOException {
        List<byte[]> records = records(mac, 1, RECORD_BYTES);
        records.add(3, records.get(2));
        assertArrayEquals(content(3 * RECORD_BYTES), receivedUntilFailure(mac, records));
    }

    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldRefuseRecordsWhenTwoAreSwapped(FrameMac mac) throws IOException {
        List<byte[]> records = records(mac, 1, RECORD_BYTES);
        Collections.swap(records, 2, 3);
        assertArrayEquals(content(2 * RECORD_BYTES), receivedUntilFailure(mac, records));
    }

    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldRefuseARecordWhenOneBeforeItIsDropped(FrameMac mac) throws IOException {
        List<byte[]> records = records(mac, 1, RECORD_BYTES);
        records.remove(2);
        assertArrayEquals(content(2 * RECORD_BYTES), receivedUntilFailure(mac, records));
    }

    /** With the place and the content of the genuine record, but another key. */
    @ParameterizedTest
    @EnumSource(FrameMac.class)
    void shouldRefuseARecordWhenItBelongsToAnotherDirectionOrConnection(FrameMac mac)
            throws IOException {
        List<byte[]> records = records(mac, 1, RECORD_BYTES);
        for (int other : new int[] {2, 3}) {
            List<byte[]> mixed = new ArrayList<>(records);
            mixed.set(4, records(mac, other, RECORD_BYTES).get(4));
            assertArrayEquals(content(4 * RECORD_BYTES), receivedUntilFailure(mac, mixed));
        }
    }

    @Test
    void shouldEncryptOnlyWithGcm() throws IOException {
        for (FrameMac mac : FrameMac.values()) {
            ByteArrayOutputStream wire = new ByteArrayOutputStream();
            records(mac, 1, RECORD_BYTES).forEach(wire::writeBytes);
            String text = wire.toString(StandardCharsets.ISO_8859_1);
            assertTrue(text.length() > RECORDS * RECORD_BYTES, "bytes=" + text.length());
            assertEquals(mac == FrameMac.HMAC_SHA256, text.contains("clear"), mac.toString());
        }
    }

    @Test
    void shouldUseAnotherKeyWhenOneHasServed() throws GeneralSecurityException {
        byte[] key = key(FrameMac.AES_GCM, 1);
        GcmSeal sending = new GcmSeal(key, true, 2);
        GcmSeal receiving = new GcmSeal(key, false, 2);
        GcmSeal first = new GcmSeal(key, false, Long.MAX_VALUE);
        byte[] content = new byte[RECORD_BYTES];
        for (int i = 0; i < 7; i++) {
            byte[] record = new byte[MacRecord.MAX_BYTES];
            Arrays.fill(record, (byte) i);
            sending.seal(record, RECORD_BYTES);
            assertTrue(receiving.open(record, RECORD_BYTES, content));
            assertEquals(i, content[RECORD_BYTES - 1]);
            assertEquals(i < 2, first.open(record, RECORD_BYTES, content), "record=" + i);
        }
    }

    /** With a key of zeros; by {@code openssl dgst -sha256 -mac HMAC}. */
    @Test
    void shouldComputeTheTagOfRfc2104() throws GeneralSecurityException {
        byte[] record = new byte[MacRecord.MAX_BYTES];
        record[0] = 1;
        record[MacRecord.HEADER_BYTES] = 'x';
        HmacSeal seal = new HmacSeal(new byte[32]);
        for (String expected : new String[] {FIRST_TAG, SECOND_TAG}) {
            seal.seal(record, 1);
            byte[] tag = Arrays.copyOfRange(record, 5, 5 + MacRecord.TAG_BYTES);
            assertEquals(expected, HexFormat.of().formatHex(tag));
        }
    }
}
