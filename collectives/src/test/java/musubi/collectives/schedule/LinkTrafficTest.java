package musubi.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LinkTrafficTest {
    @Test
    void shouldCountWhatEachLinkCarries() {
        LinkTraffic traffic = new LinkTraffic(LaidTorus.parse("5"));
        assertEquals(1, traffic.add(0, 1, 1));
        assertEquals(4, traffic.add(0, 2, 3), "over the same link of rank 0");
        assertEquals(2, traffic.add(0, 4, 2), "the other way round");
        assertEquals(1, traffic.add(1, 2, 1));
        assertEquals(4, traffic.mostOnALink());
        assertEquals(4, traffic.mostSent());
        assertEquals(2, traffic.longest());
        traffic.clear();
        assertEquals(0, traffic.mostOnALink() + traffic.mostSent() + traffic.longest());
    }

    /** Rank 0's message finds the link from 1 to 2 taken; nobody else is on the way of rank 3's. */
    @Test
    void shouldWaitForThoseThatHadALinkBefore() {
        LinkTraffic traffic = new LinkTraffic(LaidTorus.parse("6"));
        long[] times = {0, 0, 5, 7};
        traffic.send(
                new int[] {0, 1, 3, 4}, new int[] {2, 2, 4, 4}, new long[] {1, 4, 2, 9}, times);
        assertArrayEquals(new long[] {5, 4, 7, 7}, times);
    }

    /** A line of four goes to and fro over two rows of two, so its second step is one link. */
    @Test
    void shouldGoOverTheLinksUnderTheJob() {
        LinkTraffic traffic = new LinkTraffic(LaidTorus.parse("4@2x2"));
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, traffic.add(rank, (rank + 1) % 4, 1));
        }
        assertEquals(1, traffic.longest());
        assertEquals(1, traffic.mostOnALink());
    }
}
