package musubi.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class RankNamesTest {
    @Test
    void shouldJoinRangesWhenRanksAreConsecutive() {
        assertEquals("rank 3", RankNames.of(List.of(3)));
        assertEquals("ranks 0-3", RankNames.of(List.of(0, 1, 2, 3)));
        assertEquals("ranks 0-1, 5, 8-9", RankNames.of(List.of(0, 1, 5, 8, 9)));
        assertEquals("ranks 1, 3", RankNames.of(List.of(1, 3)));
    }
}
