package imb;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ImbArgumentsTest {
    @Test
    void shouldAcceptNamesAndOptionsWhenImbHasThem() {
        assertDoesNotThrow(
                () ->
                        ImbArguments.check(
                                List.of("MT", "PingPong", "-msglen", "8,1K", "-check"), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PingPog",
                "-msglen x",
                "-msglog 4:3",
                "-iter",
                "-iter x",
                "-time x",
                "-itr 4",
                "-buffers heap"
            })
    void shouldRefuseWordsWhenTheyAreWrong(String words) {
        assertThrows(
                IllegalArgumentException.class,
                () -> ImbArguments.check(List.of(words.split(" ")), false));
    }

    @Test
    void shouldCountTheWordsOfOptionsWhenTheyHaveOneDash() {
        assertEquals(2, ImbArguments.wordsOf("-npmin"));
        assertEquals(1, ImbArguments.wordsOf("-check"));
        assertEquals(0, ImbArguments.wordsOf("--check"));
        assertEquals(0, ImbArguments.wordsOf("check"));
        assertTrue(ImbArguments.isName("p2p/pingpong"));
        assertTrue(ImbArguments.isName("IMB-MT"));
        assertFalse(ImbArguments.isName("tcp"));
    }

    @Test
    void shouldListNamesBySuiteWhenRequested() {
        List<String> lines = ImbArguments.listing();
        assertEquals(Suite.values().length, lines.size());
        assertTrue(lines.getFirst().startsWith("MPI1: PingPong "), lines::toString);
    }

    @Test
    void shouldEstimateTheRestWhenStepsAreDone() {
        long second = 1_000_000_000;
        Progress progress = new Progress(4, 0);
        assertEquals(
                "progress: 1 of 4, PingPong, 2 ranks, 64K", progress.next("PingPong", 2, 65536, 0));
        assertEquals(
                "progress: 2 of 4, PingPong, 2 ranks, 1M, 30 s left",
                progress.next("PingPong", 2, 1 << 20, 10 * second));
        assertEquals(
                "progress: 3 of 4, Barrier, 8 ranks, 0, 4 min left",
                progress.next("Barrier", 8, 0, 200 * second));
    }
}
