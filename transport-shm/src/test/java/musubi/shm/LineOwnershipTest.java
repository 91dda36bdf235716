package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.region.BulkCopy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A receiver writes a word into each line that it has read, and nothing else. */
class LineOwnershipTest {
    private static final int LINE = PartitionDescriptor.LINE_BYTES;
    private static final byte OLD = 7;
    private static final String OWN_LINES = ShmSettings.OWN_LINES.name();

    private static MemorySegment taken(String setting, int start, int bytes) {
        MemorySegment map = Arena.ofAuto().allocate(8 * LINE, LINE);
        map.fill(OLD);
        new LineOwnership(map, name -> name.equals(OWN_LINES) ? setting : null).take(start, bytes);
        return map;
    }

    private static boolean isOld(MemorySegment map, long at) {
        return map.get(ValueLayout.JAVA_BYTE, at) == OLD;
    }

    @ParameterizedTest
    @CsvSource({
        "0, 512", "64, 128", "1, 300", "60, 71", "60, 72", "63, 8", "10, 3", "128, 7", "0, 0"
    })
    void shouldWriteIntoEachLineAndNothingBesideThePart(int start, int bytes) {
        MemorySegment map = taken("true", start, bytes);
        for (int at = 0; at < map.byteSize(); at++) {
            int line = at - at % LINE;
            boolean isIn = line >= start && line + Long.BYTES <= start + bytes;
            boolean isWritten = isIn && at - line < Long.BYTES;
            assertEquals(!isWritten, isOld(map, at), "byte " + at);
        }
    }

    @Test
    void shouldWriteNothingWhenSwitchedOff() {
        MemorySegment map = taken("false", 0, 8 * LINE);
        for (int at = 0; at < map.byteSize(); at++) {
            assertEquals(true, isOld(map, at), "byte " + at);
        }
    }

    /** Lines written by memcpy need no owner; those of shorter copies do. */
    @Test
    void shouldNotTakeLinesWhenMemcpyWritesThem() {
        int bytes = BulkCopy.LEAST_BYTES;
        MemorySegment map = Arena.ofAuto().allocate(bytes, LINE);
        NativeCopy copy =
                NativeCopy.of(
                        map,
                        name -> {
                            boolean isAfter = name.equals(ShmSettings.NATIVE_COPY_AFTER.name());
                            return isAfter ? "0" : name.equals(OWN_LINES) ? "true" : null;
                        });
        assertTrue(copy.copyIn(MemorySegment.ofArray(filled(bytes)), 0, 0, bytes));
        copy.discard(0, bytes);
        assertEquals(true, isOld(map, 0));
        copy.discard(0, bytes / 2);
        assertEquals(false, isOld(map, 0));
    }

    private static byte[] filled(int bytes) {
        byte[] array = new byte[bytes];
        Arrays.fill(array, OLD);
        return array;
    }
}
