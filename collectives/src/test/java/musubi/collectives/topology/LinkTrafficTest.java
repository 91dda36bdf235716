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

    /** The message of rank 0 waits for the link from 1 to 2; that of rank 3 has no contention. */
    @Test
    void shouldWaitWhenALinkIsReserved() {
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("6"));
        long[] times = {0, 0, 5, 7};
        traffic.send(
                new int[] {0, 1, 3, 4}, new int[] {2, 2, 4, 4}, new long[] {1, 4, 2, 9}, times);
        assertArrayEquals(new long[] {5, 4, 7, 7}, times);
    }

    /** The link is reserved from 10 on, so 4 fits before that, but not 7. */
    @Test
    void shouldNotWaitWhenAMessageFitsBeforeTheReservation() {
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

    /** Root 0 sends to 1 and 2 over the same link, at 0 and 1, in both trees. */
    @Test
    void shouldMeasureTheTimeOnTheBusiestLinkWhenMessagesFollowEachOther() {
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

    /** A line of four snakes over two rows of two, so its second step is one link. */
    @Test
    void shouldUsePhysicalLinksWhenTheJobIsEmbedded() {
        LinkTraffic traffic = new LinkTraffic(TorusEmbedding.parse("4@2x2"));
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, traffic.add(rank, (rank + 1) % 4, 1));
        }
        assertEquals(1, traffic.longest());
        assertEquals(1, traffic.mostOnALink());
    }
}
