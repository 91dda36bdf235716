package musubi.tcp.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.config.RankIdentity;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.socket.MemoryStream;
import musubi.tls.JobTls;
import musubi.tls.TlsFailure;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Encrypted streams over connections in memory that transfer random parts. */
final class TlsStreamTest {
    private static final long SEED = Long.getLong("tls.seed", System.nanoTime());
    private static final JobTls JOB = JobTls.of("right".getBytes(), "job");
    private static final JobTls OTHER = JobTls.of("wrong".getBytes(), "job");
    private static final int MOST_ROUNDS = 100_000;

    private final Random random = random();

    private static Random random() {
        System.out.println("tls.seed=" + SEED);
        return new Random(SEED);
    }

    /** One end and its received plaintext. */
    private static final class End {
        private final MemoryStream raw;
        private final TlsStream stream;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private int sent;
        private boolean ended;

        End(MemoryStream raw, JobTls tls, boolean calls) {
            this.raw = raw;
            stream = new TlsStream(raw, new TlsContext(tls), calls);
        }
    }

    private End[] pair(JobTls initiator, JobTls responder) {
        MemoryStream[] raw = MemoryStream.pair(random);
        return new End[] {new End(raw[0], initiator, true), new End(raw[1], responder, false)};
    }

    private static void look(End... ends) {
        for (End end : ends) {
            end.raw.look();
        }
    }

    private static void shakeHands(End[] ends) throws IOException {
        boolean done = false;
        for (int i = 0; !done; i++) {
            assertTrue(i < MOST_ROUNDS, "the handshake stands still");
            look(ends);
            done = ends[0].stream.secure() & ends[1].stream.secure();
        }
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) ("all in clear ".charAt(i % 13) + i / 1300);
        }
        return content;
    }

    /** Offers the unsent bytes, in one piece or two; sometimes more than before. */
    private void sendSome(End end, MemorySegment content) throws IOException {
        int left = (int) content.byteSize() - end.sent;
        if (left == 0 || !end.stream.isWritable()) {
            return;
        }
        if (random.nextBoolean()) {
            end.sent += end.stream.write(content, end.sent, left);
        } else {
            int first = random.nextInt(left + 1);
            end.sent +=
                    end.stream.write(
                            content, end.sent, first, content, end.sent + first, left - first);
        }
    }

    private void receiveSome(End end, MemorySegment scratch) throws IOException {
        while (!end.ended && end.stream.isReadable()) {
            int bytes = 1 + random.nextInt((int) scratch.byteSize());
            int n = end.stream.read(scratch, 0, bytes);
            end.ended = n < 0;
            end.received.writeBytes(
                    scratch.asSlice(0, Math.max(0, n)).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private static MemorySegment memory(byte[] content) {
        MemorySegment memory = Arena.ofAuto().allocate(content.length);
        return memory.copyFrom(MemorySegment.ofArray(content));
    }

    @Test
    void shouldCarryBothDirectionsThroughAnyPieces() throws IOException {
        MemorySegment scratch = Arena.ofAuto().allocate(100_000);
        for (int round = 0; round < 30; round++) {
            End[] ends = pair(JOB, JOB);
            shakeHands(ends);
            byte[][] contents = {content(random.nextInt(1 << 20)), content(random.nextInt(5000))};
            MemorySegment[] memories = {memory(contents[0]), memory(contents[1])};
            for (int i = 0;
                    ends[0].received.size() < contents[1].length
                            || ends[1].received.size() < contents[0].length;
                    i++) {
                assertTrue(i < MOST_ROUNDS, "the streams stand still");
                look(ends);
                for (int from = 0; from < 2; from++) {
                    sendSome(ends[from], memories[from]);
                    receiveSome(ends[1 - from], scratch);
                }
            }
            ends[0].stream.closeOutput();
            look(ends);
            receiveSome(ends[1], scratch);
            assertTrue(ends[1].ended);
            assertArrayEquals(contents[0], ends[1].received.toByteArray());
            assertArrayEquals(contents[1], ends[0].received.toByteArray());
        }
    }

    @Test
    void shouldSendNothingInClear() throws IOException {
        End[] ends = pair(JOB, JOB);
        shakeHands(ends);
        MemorySegment clear = memory(content(30_000));
        for (int i = 0; ends[0].sent < clear.byteSize(); i++) {
            assertTrue(i < MOST_ROUNDS, "the stream stands still");
            look(ends);
            sendSome(ends[0], clear);
        }
        String wire = new String(ends[1].raw.waiting(), StandardCharsets.ISO_8859_1);
        assertTrue(wire.length() > clear.byteSize(), "bytes=" + wire.length());
        assertFalse(wire.contains("clear"));
    }

    @Test
    void shouldRefuseAnotherJob() {
        End[] ends = pair(OTHER, JOB);
        TlsFailure failure = assertThrows(TlsFailure.class, () -> shakeHands(ends));
        assertEquals(TlsFailure.OTHER_JOB, failure.getMessage());
    }

    @Test
    void shouldReportAnOtherSideWithoutTls() throws IOException {
        for (boolean calls : new boolean[] {true, false}) {
            MemoryStream[] raw = MemoryStream.pair(random);
            End end = new End(raw[0], JOB, calls);
            MemorySegment hello = Arena.ofAuto().allocate(Handshake.HELLO_BYTES);
            RankIdentity self = new RankIdentity(1, 2, "job", null, 5, null, null);
            if (calls) {
                new Handshake(self).writeChallenge(hello);
            } else {
                new Handshake(self).writeOpening(hello, 0);
            }
            put(raw[1], hello.asSlice(0, 32).toArray(ValueLayout.JAVA_BYTE));
            TlsFailure failure = assertThrows(TlsFailure.class, () -> secureAlone(end));
            assertEquals(TlsFailure.NO_TLS, failure.getMessage());
        }
    }

    private static void put(MemoryStream raw, byte[] content) throws IOException {
        MemorySegment memory = memory(content);
        for (int done = 0; done < content.length; ) {
            raw.look();
            done += raw.write(memory, done, content.length - done);
        }
    }

    /** The other side sends no more data. */
    private static boolean secureAlone(End end) throws IOException {
        for (int i = 0; i < 1000; i++) {
            look(end);
            if (end.stream.secure()) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldRefuseRandomFirstBytes() throws IOException {
        for (int round = 0; round < 2000; round++) {
            MemoryStream[] raw = MemoryStream.pair(random);
            End end = new End(raw[0], JOB, round % 3 == 0);
            byte[] content = new byte[random.nextInt(6000)];
            random.nextBytes(content);
            if (round % 2 == 0 && content.length > 200) {
                // A record with the token, so that the TLS engine parses the rest.
                byte[] token = JOB.token().getBytes(StandardCharsets.US_ASCII);
                int length = Math.min(content.length, 4000) - TlsRecord.HEADER_BYTES;
                byte[] header = {22, 3, 3, (byte) (length >>> 8), (byte) length};
                System.arraycopy(header, 0, content, 0, header.length);
                System.arraycopy(token, 0, content, 50, token.length);
            }
            put(raw[1], content);
            boolean secured = false;
            try {
                secured = secureAlone(end);
            } catch (IOException e) {
                assertThrows(IOException.class, end.stream::secure);
            }
            assertFalse(secured, "let in");
        }
    }

    @Test
    void shouldNeverDeliverCorruptData() throws IOException {
        MemorySegment scratch = Arena.ofAuto().allocate(100_000);
        byte[] content = content(40_000);
        MemorySegment memory = memory(content);
        int noticed = 0;
        for (int round = 0; round < 100; round++) {
            End[] ends = pair(JOB, JOB);
            shakeHands(ends);
            look(ends);
            ends[0].sent += ends[0].stream.write(memory, 0, 40_000);
            assertTrue(!ends[1].raw.damage() || ends[1].raw.waiting().length > 0);
            try {
                for (int i = 0; i < 100; i++) {
                    look(ends);
                    receiveSome(ends[1], scratch);
                }
            } catch (IOException e) {
                noticed++;
            }
            byte[] received = ends[1].received.toByteArray();
            assertArrayEquals(Arrays.copyOf(content, received.length), received);
        }
        assertTrue(noticed > 0);
    }

    /** The end is noticed by a read, or before by a write if records remain to be sent. */
    @Test
    void shouldEndWhenTheOtherSideClosesInTheHandshake() throws IOException {
        for (int steps = 0; steps < 3; steps++) {
            End[] ends = pair(JOB, JOB);
            for (int i = 0; i < steps; i++) {
                look(ends);
                ends[0].stream.secure();
                ends[1].stream.secure();
            }
            look(ends);
            ends[0].raw.cut();
            IOException end = assertThrows(IOException.class, () -> secureAlone(ends[1]));
            if (!(end instanceof EOFException)) {
                assertEquals(MemoryStream.CUT, end.getMessage());
            }
        }
    }
}
