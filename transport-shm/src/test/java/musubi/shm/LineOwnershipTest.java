package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What a receiver writes of the memory that it has read, and what it must leave alone. */
class LineOwnershipTest {
    private static final int LINE = PartitionDescriptor.LINE_BYTES;
    private static final byte OLD = 7;

    private static MemorySegment taken(String setting, int start, int bytes) {
        MemorySegment map = Arena.ofAuto().allocate(8 * LINE, LINE);
        map.fill(OLD);
        String name = ShmSettings.OWN_LINES.name();
        new LineOwnership(map, null, wanted -> wanted.equals(name) ? setting : null)
                .take(start, bytes);
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
}
