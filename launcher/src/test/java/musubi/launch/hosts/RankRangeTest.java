package musubi.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class RankRangeTest {
    @Test
    void shouldDescribeRanksWhenTheyFormARange() {
        assertEquals("rank 3", RankRange.of(3).describe());
        assertEquals("ranks 2-4", new RankRange(2, 3).describe());
    }

    @Test
    void shouldSplitRanksWhenTheyExceedTheSize() {
        assertEquals(
                List.of(new RankRange(0, 2), new RankRange(2, 2), RankRange.of(4)),
                RankRange.groups(List.of(0, 1, 2, 3, 4), 2));
        assertEquals(
                List.of(new RankRange(0, 2), RankRange.of(3), new RankRange(7, 2)),
                RankRange.groups(List.of(0, 1, 3, 7, 8), Integer.MAX_VALUE));
    }
}
