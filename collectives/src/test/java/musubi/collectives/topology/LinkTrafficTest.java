package musubi.collectives.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LinkTrafficTest {
    @Test
    void shouldCountWhatEachLinkCarries() {
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("5"));
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
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("6"));
        long[] times = {0, 0, 5, 7};
        traffic.send(
                new int[] {0, 1, 3, 4}, new int[] {2, 2, 4, 4}, new long[] {1, 4, 2, 9}, times);
        assertArrayEquals(new long[] {5, 4, 7, 7}, times);
    }

    /** The link is taken from 10 on, so there is time for 4 before that, but not for 7. */
    @Test
    void shouldNotWaitWhenThereIsTimeBeforeThoseThatComeLater() {
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("6"));
        int[] from = {0};
        int[] to = {1};
        long[] late = {10};
        traffic.send(from, to, new long[] {5}, late);
        long[] shortOne = {0};
        traffic.send(from, to, new long[] {4}, shortOne);
        long[] longOne = {0};
        traffic.send(from, to, new long[] {7}, longOne);
        assertArrayEquals(new long[] {15, 4, 22}, new long[] {late[0], shortOne[0], longOne[0]});
    }

    /** Root 0 sends to 1 and 2 by the same link, at 0 and 1; what it sends in a second tree too. */
    @Test
    void shouldKnowWhenMessagesComeOverTheBusiestLink() {
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("9"));
        traffic.beginTree();
        assertEquals(1, traffic.add(0, 1, 1, 0));
        assertEquals(2, traffic.add(0, 2, 1, 0));
        assertEquals(7, traffic.add(0, 3, 1, 4));
        assertEquals(6, traffic.timeOnBusiest());
        traffic.beginTree();
        assertEquals(1, traffic.add(0, 1, 1, 0));
        assertEquals(4, traffic.mostSent());
    }

    /** A line of four goes to and fro over two rows of two, so its second step is one link. */
    @Test
    void shouldGoOverTheLinksUnderTheJob() {
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("4@2x2"));
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, traffic.add(rank, (rank + 1) % 4, 1));
        }
        assertEquals(1, traffic.longest());
        assertEquals(1, traffic.mostOnALink());
    }
}
