package musubi.tcp.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.memory.FrameMemory;
import musubi.tcp.socket.MemoryStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** How the rings of a rank grow and shrink in memory that is scarce. */
final class RingSizeTest {
    private static final int MIB = 1 << 20;
    private static final int FRAME = 16 << 10;
    private static final int CONTROL_FRAME = 64;
    private static final MemorySegment BYTES = Arena.ofAuto().allocate(FRAME);
    private static final MemorySegment SINK = Arena.ofAuto().allocate(FRAME);

    private FrameMemory memory;
    private MemoryStream[] ends;

    @BeforeEach
    void open() {
        memory = FrameMemory.of(8 * MIB);
        ends = MemoryStream.pair(new Random(1));
    }

    private ReplayBuffer[] buffers(int count) {
        ReplayBuffer[] buffers = new ReplayBuffer[count];
        for (int i = 0; i < count; i++) {
            memory.open();
            buffers[i] = new ReplayBuffer(memory.writes(), 2 * MIB, 0);
        }
        return buffers;
    }

    /** Puts frames while they are accepted; returns their bytes. */
    private static int fill(ReplayBuffer buffer) {
        int bytes = 0;
        while (buffer.room() > FRAME && buffer.hold(FRAME, bytes == 0)) {
            buffer.put(BYTES, 0, FRAME);
            bytes += FRAME;
        }
        return bytes;
    }

    private void acknowledge(ReplayBuffer buffer, long position) throws IOException {
        while (!buffer.flush(ends[0])) {
            ends[1].look();
            ends[1].read(SINK, 0, FRAME);
            ends[0].look();
        }
        assertTrue(buffer.acknowledge(position));
    }

    /** A peer does not acknowledge acknowledgements: it would never make room. */
    @Test
    void shouldAcceptAMessageWhenOnlyControlFramesAreInALargeRing() throws IOException {
        ReplayBuffer[] buffers = buffers(4);
        int messages = fill(buffers[0]);
        assertTrue(messages > memory.writes().share());
        fill(buffers[1]);
        fill(buffers[2]);
        assertFalse(memory.writes().isAmple());
        acknowledge(buffers[0], FRAME);
        buffers[0].put(BYTES, 0, CONTROL_FRAME);
        acknowledge(buffers[0], messages);
        assertTrue(buffers[0].hold(FRAME, true));
        buffers[0].release();
        assertTrue(memory.writes().isAmple());
    }

    /** A frame has to fit alone, and control frames beside it do not make it wait. */
    @Test
    void shouldAcceptAFrameBeyondAnEqualShareWhenOnlyControlFramesAreInTheRing() {
        ReplayBuffer[] buffers = buffers(64);
        for (int i = 1; memory.writes().isAmple(); i++) {
            fill(buffers[i]);
        }
        int frame = (int) memory.writes().share() + 1;
        buffers[0].put(BYTES, 0, CONTROL_FRAME);
        assertFalse(buffers[0].hold(frame, false));
        assertTrue(buffers[0].hold(frame, true));
    }

    @Test
    void shouldKeepControlFramesWhenMemoryIsReleased() throws IOException {
        ReplayBuffer buffer = buffers(1)[0];
        int messages = fill(buffer);
        buffer.put(BYTES, 0, CONTROL_FRAME);
        acknowledge(buffer, messages);
        buffer.release();
        assertEquals(4096, memory.writes().usedBytes());
        buffer.rewind();
        assertEquals(CONTROL_FRAME, buffer.unsentBytes());
    }

    /** Otherwise it would have to wait until everything is acknowledged: a round trip. */
    @Test
    void shouldAcceptMessagesAsSoonAsSomeAreAcknowledged() throws IOException {
        for (ReplayBuffer buffer : buffers(3)) {
            int messages = fill(buffer);
            acknowledge(buffer, 4 * FRAME);
            assertEquals(4 * FRAME, fill(buffer), "of " + messages);
        }
    }
}
