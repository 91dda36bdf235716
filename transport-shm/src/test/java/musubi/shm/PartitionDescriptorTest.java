package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Envelope;

import org.junit.jupiter.api.Test;

final class PartitionDescriptorTest {
    private static final int FALSE_SHARING_BYTES = 128;

    @Test
    void shouldKeepWordsOfDifferentWritersApart() {
        long[] words = {
            PartitionDescriptor.IDENTITY,
            PartitionDescriptor.TAIL,
            PartitionDescriptor.HEAD,
            PartitionDescriptor.DOORBELL,
            PartitionDescriptor.RELEASES,
        };
        for (int i = 1; i < words.length; i++) {
            assertTrue(words[i] - words[i - 1] >= FALSE_SHARING_BYTES);
            assertEquals(0, words[i] % FALSE_SHARING_BYTES);
        }
        assertTrue(
                PartitionDescriptor.release(PartitionDescriptor.SLOT_COUNT)
                        <= PartitionDescriptor.POSTED_SLOTS);
        assertTrue(
                PartitionDescriptor.postedSlot(PartitionDescriptor.POSTED_SLOT_COUNT)
                        <= PartitionDescriptor.TABLES);
        assertTrue(
                PartitionDescriptor.table(PartitionDescriptor.TABLE_COUNT)
                        <= PartitionDescriptor.RING);
    }

    @Test
    void shouldAlignWhatIsShared() {
        assertEquals(0, PartitionDescriptor.RING % PartitionDescriptor.PAGE_BYTES);
        assertEquals(0, PartitionDescriptor.SLOTS % PartitionDescriptor.PAGE_BYTES);
        assertEquals(0, PartitionDescriptor.HEAP % PartitionDescriptor.PAGE_BYTES);
        assertEquals(1, Integer.bitCount(PartitionDescriptor.RING_BYTES));
        assertTrue(PartitionDescriptor.SLOT_COUNT <= Long.SIZE);
        assertEquals(0, PartitionDescriptor.partitionBytes(1) % PartitionDescriptor.PAGE_BYTES);
        assertTrue(
                (long) PartitionDescriptor.SLOT_BYTES * PartitionDescriptor.SLOT_COUNT
                        >= 512 << 10);
    }

    @Test
    void shouldFitAShortMessageIntoOneLine() {
        assertEquals(PartitionDescriptor.PAYLOAD, PartitionDescriptor.ENVELOPE + Envelope.BYTES);
        assertEquals(64, PartitionDescriptor.recordBytes(0));
        assertEquals(64, PartitionDescriptor.recordBytes(24));
        assertEquals(128, PartitionDescriptor.recordBytes(25));
        int largest = PartitionDescriptor.recordBytes(PartitionDescriptor.INLINE_LIMIT_BYTES);
        assertTrue(largest <= PartitionDescriptor.RING_BYTES / 8);
    }

    @Test
    void shouldKeepThePartsOfACommitWord() {
        int sender = PartitionDescriptor.MAX_LOCAL_SIZE - 1;
        int contents =
                PartitionDescriptor.contents(
                        PartitionDescriptor.KIND_STAGED, sender, PartitionDescriptor.SLOT_BYTES);
        long position = 5L * PartitionDescriptor.RING_BYTES + 64;
        int lap = PartitionDescriptor.lap(position);
        long word = PartitionDescriptor.commitWord(lap, contents);
        assertEquals(PartitionDescriptor.KIND_STAGED, PartitionDescriptor.kind(word));
        assertEquals(sender, PartitionDescriptor.sender(word));
        assertEquals(PartitionDescriptor.SLOT_BYTES, PartitionDescriptor.length(word));
        assertTrue(PartitionDescriptor.isWritten(word, lap));
        long later = position + PartitionDescriptor.RING_BYTES;
        assertFalse(PartitionDescriptor.isWritten(word, PartitionDescriptor.lap(later)));
    }

    @Test
    void shouldNeverTakeAWipedWordForARecord() {
        for (long lap = 0; lap < 1L << 33; lap += 1L << 29) {
            long position = lap * PartitionDescriptor.RING_BYTES;
            assertFalse(PartitionDescriptor.isWritten(0, PartitionDescriptor.lap(position)));
        }
    }
}
