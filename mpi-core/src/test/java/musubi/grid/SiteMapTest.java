package musubi.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class SiteMapTest {
    private static List<String> names(int sites) {
        return IntStream.range(0, sites).mapToObj(site -> "S" + site).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldHaveTheSiteOfEachNodeWhenSitesAlternate(long seed) {
        Random random = new Random(seed);
        int[] siteOf = random.ints(1 + random.nextInt(300), 0, 1 + random.nextInt(64)).toArray();
        SiteMap map = SiteMap.of(names(64), siteOf);
        assertEquals(siteOf.length, map.nodes(), "seed=" + seed);
        int[] found = IntStream.range(0, siteOf.length).map(map::siteOf).toArray();
        assertEquals(Arrays.toString(siteOf), Arrays.toString(found), "seed=" + seed);
        assertEquals(map, SiteMap.of(names(64), siteOf));
        int[] more = Arrays.copyOf(siteOf, siteOf.length + 1);
        more[siteOf.length] = siteOf[siteOf.length - 1];
        assertNotEquals(map, SiteMap.of(names(64), more));
    }

    @Test
    void shouldFailWhenANodeHasNoSite() {
        SiteMap map = SiteMap.of(names(2), 0, 0, 1);
        assertThrows(MpiFailure.class, () -> map.siteOf(3));
        assertThrows(MpiFailure.class, () -> map.siteOf(-1));
        assertTrue(
                assertThrows(MpiFailure.class, () -> map.siteOf(3))
                        .getMessage()
                        .contains("node=3"));
    }
}
