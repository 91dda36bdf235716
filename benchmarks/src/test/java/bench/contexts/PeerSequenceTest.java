package bench.contexts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class PeerSequenceTest {
    @Test
    void shouldWriteRepetitionsOnce() {
        int[] sequence = {9, 4, 7, 4, 7, 4, 7, 4, 7, 1};
        assertEquals(List.of("1: 9", "4: 4 7", "1: 1"), PeerSequence.lines(sequence));
        assertArrayEquals(new int[] {4, 7, 4, 7}, PeerSequence.parse(List.of("# by", "2: 4 7")));
    }

    @Test
    void shouldReadWhatItHasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            int[] some = random.ints(random.nextInt(100), 0, 1 + random.nextInt(20)).toArray();
            int[] twice = IntStream.range(0, 2 * some.length).map(k -> some[k / 2]).toArray();
            for (int[] sequence : List.of(some, twice)) {
                assertArrayEquals(
                        sequence,
                        PeerSequence.parse(PeerSequence.lines(sequence)),
                        () -> "seed=" + seed);
            }
        }
    }

    @Test
    void shouldLeaveOutImmediateRepetitions() {
        assertArrayEquals(new int[] {1, 2, 1}, PeerSequence.changes(new int[] {1, 1, 2, 2, 2, 1}));
    }
}
