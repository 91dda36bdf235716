package musubi.verbs.transport.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class LeastLatencyPolicyTest {
    private final ReceiveHistory history = new ReceiveHistory(1, 100);

    private static LeastLatencyPolicy policy(int reliable, int rings, int leastPercent) {
        return new LeastLatencyPolicy(
                new LeastLatencyPolicy.Limits(reliable, rings, leastPercent, 10, 20));
    }

    private ReceivePath[] assign(LeastLatencyPolicy policy, ReceivePath[] now, int... messages) {
        for (int source = 0; source < messages.length; source++) {
            for (int i = 0; i < messages[source]; i++) {
                history.count(source);
            }
        }
        history.endPeriod();
        ReceivePath[] paths = now.clone();
        policy.assign(history, paths);
        return paths;
    }

    private static ReceivePath[] sends(int sources) {
        ReceivePath[] paths = new ReceivePath[sources];
        Arrays.fill(paths, ReceivePath.SEND);
        return paths;
    }

    @Test
    void shouldGiveTheBestToThoseWithMostMessages() {
        ReceivePath[] expected = {
            ReceivePath.DYNAMIC_RING,
            ReceivePath.SEND,
            ReceivePath.RELIABLE_RING,
            ReceivePath.SEND,
            ReceivePath.DYNAMIC_RING
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
        ReceivePath[] now = {ReceivePath.RELIABLE_RING, ReceivePath.SEND};
        assertArrayEquals(now, assign(policy(1, 1, 3), now, 100, 119));
        ReceivePath[] changed = {ReceivePath.SEND, ReceivePath.RELIABLE_RING};
        assertArrayEquals(changed, assign(policy(1, 1, 3), now, 100, 150));
    }
}
