package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;

import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

class ProcessStartsTest {
    private static final int RANKS = 40;

    private final ProcessStarts starts = new ProcessStarts();
    private final Set<Integer> begun = ConcurrentHashMap.newKeySet();

    private RankProcess start(int rank) {
        begun.add(rank);
        return new RankProcess(RankRange.of(rank), null);
    }

    private static int[] ranks(ProcessStarts.Result result) {
        return result.processes().stream().mapToInt(one -> one.ranks().first()).toArray();
    }

    @Test
    void shouldReturnAllInOrderWhenAllStart() {
        IntStream.range(0, RANKS).forEach(rank -> starts.add(() -> start(rank)));
        ProcessStarts.Result result = starts.run();
        assertEquals(RANKS, begun.size());
        assertEquals(
                IntStream.range(0, RANKS).boxed().toList(),
                IntStream.of(ranks(result)).boxed().toList());
        assertDoesNotThrow(result::check);
    }

    @Test
    void shouldReturnThoseThatRunWhenOneFails() {
        LaunchFailure failure = LaunchFailure.of("cannot start");
        int processors = Runtime.getRuntime().availableProcessors();
        for (int rank = 0; rank < RANKS * processors; rank++) {
            int number = rank;
            starts.add(
                    () -> {
                        if (number == 1) {
                            throw failure;
                        }
                        return start(number);
                    });
        }
        ProcessStarts.Result result = starts.run();
        assertSame(failure, assertThrows(LaunchFailure.class, result::check));
        assertEquals(
                begun.stream().sorted().toList(), IntStream.of(ranks(result)).boxed().toList());
    }

    @Test
    void shouldThrowTheErrorWhenTheJvmFails() {
        starts.add(() -> start(0));
        starts.add(
                () -> {
                    throw new OutOfMemoryError("unable to create native thread");
                });
        assertThrows(OutOfMemoryError.class, starts.run()::check);
    }
}
