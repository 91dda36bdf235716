package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

class ProcessMappingTest {
    @Test
    void shouldCountRanksOfOneNodeWhenAllAreThere() {
        ProcessMapping mapping = ProcessMapping.parse("(vector,(0,1,4))", 4);
        assertArrayEquals(new int[] {2, 4}, mapping.localRankAndSize(2));
    }

    @Test
    void shouldStartAgainWhenRanksRemain() {
        ProcessMapping mapping = ProcessMapping.parse("(vector,(0,1,1))", 3);
        assertArrayEquals(new int[] {1, 3}, mapping.localRankAndSize(1));
        ProcessMapping roundRobin = ProcessMapping.parse("(vector,(0,2,1))", 5);
        assertArrayEquals(new int[] {1, 3}, roundRobin.localRankAndSize(2));
        assertArrayEquals(new int[] {1, 2}, roundRobin.localRankAndSize(3));
    }

    @Test
    void shouldPlaceRanksWhenThereAreSeveralBlocks() {
        ProcessMapping mapping = ProcessMapping.parse("(vector,(0,1,2),(1,2,3))", 8);
        assertArrayEquals(new int[] {1, 2}, mapping.localRankAndSize(1));
        assertArrayEquals(new int[] {0, 3}, mapping.localRankAndSize(2));
        assertArrayEquals(new int[] {2, 3}, mapping.localRankAndSize(7));
    }

    @Test
    void shouldPutEachRankOnItsOwnNodeWhenNothingIsKnown() {
        assertArrayEquals(new int[] {0, 1}, ProcessMapping.parse("", 3).localRankAndSize(2));
    }

    @Test
    void shouldFailClearlyWhenTheTextIsNoMapping() {
        for (String text : new String[] {"(vector,(0,1", "(vector,(0,0,0))", "(vector,(a,b,c))"}) {
            assertThrows(MpiFailure.class, () -> ProcessMapping.parse(text, 2), text);
        }
    }
}
