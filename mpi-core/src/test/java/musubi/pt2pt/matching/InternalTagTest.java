package musubi.pt2pt.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.replay.journal.Match;

import org.junit.jupiter.api.Test;

/** Tags of the library itself are not shown to users. */
class InternalTagTest {
    private static final int WORLD = ContextId.pointToPoint(0);

    private static String described(int context, int tag) {
        UnexpectedMessage message = new UnexpectedMessage();
        message.contextId = context;
        message.tag = tag;
        message.source = 1;
        return message.describe();
    }

    @Test
    void shouldNameTheOperationInPlaceOfTheTag() {
        assertEquals("source=1 tag=7 bytes=0 in COMM_WORLD", described(WORLD, 7));
        assertEquals(
                "part of the creation of a communicator with tag 5 in COMM_WORLD from rank 1",
                described(WORLD, -7));
        assertEquals(
                "part of a collective operation in COMM_WORLD from rank 1",
                described(ContextId.collective(0), 7));
        assertNull(ContextId.internalUse(WORLD, MessageAddress.ANY_TAG));
    }

    @Test
    void shouldNotShowTheTagOfACollectiveInAJournalsReport() {
        Match collective = new Match(1, ContextId.collective(0), 2, 3, 2, 999, 0, 8);
        assertEquals(
                "message=3 of source=2 for a collective operation bytes=8", collective.describe());
        Match own = new Match(1, WORLD, 2, 3, 2, 999, 0, 8);
        assertEquals("message=3 of source=2 tag=999 bytes=8", own.describe());
    }
}
