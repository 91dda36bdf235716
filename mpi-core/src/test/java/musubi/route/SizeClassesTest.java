package musubi.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

class SizeClassesTest {
    /** Sizes are found on a grid of 64 for each power of two. */
    private static final double GRID = Math.pow(2, 1 / 64.0);

    @Test
    void shouldHaveOneClassWhenTheChoiceNeverChanges() {
        SizeClasses<String> classes = SizeClasses.find(_ -> "a");
        assertArrayEquals(new long[0], classes.limits());
        assertEquals(List.of("a"), classes.choices());
    }

    @Test
    void shouldFindTheSizeWhenTheChoiceChanges() {
        for (long change : new long[] {1, 2, 100, 2_810, 65_536, 1_000_000}) {
            SizeClasses<Integer> classes = SizeClasses.find(bytes -> bytes <= change ? 0 : 1);
            assertEquals(List.of(0, 1), classes.choices());
            long limit = classes.limits()[0];
            assertTrue(limit <= change && limit >= change / GRID - 1, change + ": " + limit);
        }
    }

    @Test
    void shouldFindAChoiceThatIsTheBestInBetweenOnly() {
        SizeClasses<Integer> classes =
                SizeClasses.find(bytes -> bytes > 1_000 && bytes < 50_000 ? 1 : 0);
        assertEquals(List.of(0, 1, 0), classes.choices());
        assertEquals(0, SizeClasses.of(980, classes.limits()));
        assertEquals(1, SizeClasses.of(1_100, classes.limits()));
        assertEquals(2, SizeClasses.of(Long.MAX_VALUE, classes.limits()));
    }

    @Test
    void shouldJoinTheNarrowestWhenThereAreTooMany() {
        SizeClasses<Integer> classes =
                SizeClasses.find(bytes -> (Long.SIZE - Long.numberOfLeadingZeros(bytes)) / 4);
        assertEquals(4, classes.choices().size());
        assertEquals(3, classes.limits().length);
        assertEquals(5, classes.choices().getLast());
    }

    @Test
    void shouldHaveTheSizesOfBothWhenClassesAreJoined() {
        SizeClasses<Integer> classes =
                SizeClasses.find(bytes -> bytes <= 100 ? 0 : bytes <= 10_000 ? 1 : 2);
        SizeClasses<Integer> joined = classes.joined(1, 2);
        assertEquals(List.of(0, 2), joined.choices());
        assertArrayEquals(new long[] {classes.limits()[0]}, joined.limits());
        assertEquals(classes.least(1), joined.least(1));
        assertEquals(classes.most(2), joined.most(1));
        assertEquals(List.of(0, 1), classes.joined(1, 1).choices());
        assertEquals(classes.most(1), classes.joined(0, 1).most(0));
    }
}
