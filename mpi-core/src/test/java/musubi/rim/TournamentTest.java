package musubi.rim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The order of measurements. */
class TournamentTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 63, 64})
    void shouldMeetEachOtherSiteOnce(int sites) {
        Set<List<Integer>> pairs = new HashSet<>();
        for (int round = 0; round < Tournament.rounds(sites); round++) {
            for (int site = 0; site < sites; site++) {
                int other = Tournament.opponent(site, round, sites);
                if (other >= 0) {
                    assertEquals(site, Tournament.opponent(other, round, sites));
                    assertTrue(other != site && pairs.add(List.of(site, other)));
                }
            }
        }
        assertEquals(sites * (sites - 1), pairs.size());
    }
}
