package musubi.verbs.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class LeastLatencyTest {
    private final ReceiveHistory history = new ReceiveHistory(1, 100);

    private static LeastLatency policy(int reliable, int rings, int leastPercent) {
        return new LeastLatency(new LeastLatency.Limits(reliable, rings, leastPercent, 10, 20));
    }

    private Way[] assign(LeastLatency policy, Way[] now, int... messages) {
        for (int source = 0; source < messages.length; source++) {
            for (int i = 0; i < messages[source]; i++) {
                history.count(source);
            }
        }
        history.endPeriod();
        Way[] ways = now.clone();
        policy.assign(history, ways);
        return ways;
    }

    private static Way[] sends(int sources) {
        Way[] ways = new Way[sources];
        Arrays.fill(ways, Way.SEND);
        return ways;
    }

    @Test
    void shouldGiveTheBestToThoseWithMostMessages() {
        Way[] expected = {
            Way.DYNAMIC_RING, Way.SEND, Way.RELIABLE_RING, Way.SEND, Way.DYNAMIC_RING
        };
        assertArrayEquals(expected, assign(policy(1, 3, 0), sends(5), 50, 20, 1000, 0, 30));
    }

    @Test
    void shouldGiveNoRingsWhenEachSourceSendsLittleOfAll() {
        int[] alike = new int[50];
        Arrays.fill(alike, 100);
        assertArrayEquals(sends(50), assign(policy(2, 10, 3), sends(50), alike));
    }

    @Test
    void shouldGiveNoRingWhenMessagesAreFew() {
        assertArrayEquals(sends(2), assign(policy(2, 10, 3), sends(2), 9, 0));
    }

    @Test
    void shouldLeaveARingWhereItIsWhenAnotherSourceSendsLittleMore() {
        Way[] now = {Way.RELIABLE_RING, Way.SEND};
        assertArrayEquals(now, assign(policy(1, 1, 3), now, 100, 119));
        Way[] changed = {Way.SEND, Way.RELIABLE_RING};
        assertArrayEquals(changed, assign(policy(1, 1, 3), now, 100, 150));
    }
}
