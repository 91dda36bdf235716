package musubi.launch.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.pmi.PmiLine;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.job.JobEvent;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Barriers of PMI-1.1 and of PMI-1.2, among four ranks on two nodes. */
class GroupBarrierTest {
    private static final int SIZE = 4;
    private static final List<HostSlots> HOSTS =
            List.of(HostSlots.of("a", 2), HostSlots.of("b", 2));

    private final List<JobEvent> events = new ArrayList<>();
    private final Map<String, String> visible = new HashMap<>();
    private final PmiProtocol protocol =
            new PmiProtocol(
                    "job",
                    new int[SIZE],
                    new RankPlacement(HOSTS, List.of(0, 0, 1, 1)),
                    events::add);
    private final Client[] clients = new Client[SIZE];

    GroupBarrierTest() {
        protocol.onPublish(
                (_, values) -> {
                    visible.putAll(values);
                    return false;
                });
        for (int rank = 0; rank < SIZE; rank++) {
            clients[rank] = new Client();
            clients[rank].say("cmd=initack pmiid=" + rank);
            clients[rank].say("cmd=init pmi_version=1 pmi_subversion=1");
            clients[rank].heard.clear();
        }
    }

    private final class Client extends PmiPeer {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void send(PmiLine answer) {
            heard.add(answer.toString());
        }

        void say(String line) {
            protocol.serve(this, line);
        }

        String take() {
            return heard.isEmpty() ? null : heard.removeFirst();
        }
    }

    private void enter(String group, int... ranks) {
        for (int rank : ranks) {
            clients[rank].say("cmd=barrier_in group=" + group);
        }
    }

    private void assertReleased(int tag, int... ranks) {
        for (int rank : ranks) {
            assertEquals("cmd=barrier_out rc=0 tag=" + tag, clients[rank].take(), "rank=" + rank);
        }
        for (Client each : clients) {
            assertEquals(List.of(), each.heard);
        }
    }

    @Test
    void shouldReleaseTheRanksOfAListWhenAllHaveArrived() {
        enter("0,3:7", 3);
        assertReleased(7);
        enter("3,0:7", 0);
        assertReleased(7, 0, 3);
    }

    @Test
    void shouldSeparateBarriersWhenTagsOrGroupsDiffer() {
        enter("0,1:1", 0);
        enter("0,1:2", 0, 1);
        assertReleased(2, 0, 1);
        enter("WORLD:1", 0, 1, 2);
        assertReleased(1);
        enter("0,1:1", 1);
        assertReleased(1, 0, 1);
        enter("WORLD:1", 3);
        assertReleased(1, 0, 1, 2, 3);
    }

    @Test
    void shouldUseTheNodeOfEachRankWhenTheGroupIsNode() {
        enter("NODE:0", 0, 2, 3);
        assertReleased(0, 2, 3);
        enter("NODE:0", 1);
        assertReleased(0, 0, 1);
    }

    @Test
    void shouldQueueARankWhenItEntersTwice() {
        enter("1,2:5", 1, 1, 2);
        assertReleased(5, 1, 2);
        enter("1,2:5", 2);
        assertReleased(5, 1, 2);
    }

    @Test
    void shouldReplyWithoutATagWhenTheBarrierIsOfVersionOne() {
        enter("0,1:9", 0);
        for (Client each : clients) {
            each.say("cmd=barrier_in");
        }
        for (Client each : clients) {
            assertEquals("cmd=barrier_out rc=0", each.take());
        }
        enter("0,1:9", 1);
        assertReleased(9, 0, 1);
    }

    @Test
    void shouldRejectAGroupWhenItIsMalformed() {
        for (String group : List.of("", "1,2", "9:1", "0,-1:1", "0,4", "SELF", "0,1:x", "0,,1")) {
            enter(group, 0);
            String answer = clients[0].take();
            assertEquals("cmd=barrier_out rc=-1 msg=no_group_with_this_rank", answer, group);
        }
    }

    @Test
    void shouldReportOnlyAffectedRanksWhenARankIsLost() {
        enter("0,1:1", 0);
        protocol.rankEnded(3);
        assertEquals(List.of(), events);
        protocol.rankEnded(1);
        String text = "rank 0 waits for rank 1, which has left the job";
        assertEquals(List.of(new JobEvent.ProtocolBroken(1, text)), events);
        events.clear();
        enter("NODE:1", 2);
        text = "rank 2 waits for rank 3, which has left the job";
        assertEquals(List.of(new JobEvent.ProtocolBroken(3, text)), events);
    }

    @Test
    void shouldReportAWaitWhenTheAwaitedRankHasFinalized() {
        enter("0,1:1", 0);
        clients[2].say("cmd=finalize");
        assertEquals(List.of(), events);
        clients[1].say("cmd=finalize");
        assertEquals(1, events.size());
    }

    @Test
    void shouldPublishValuesWhenABarrierIsComplete() {
        clients[0].say("cmd=put kvsname=job-0 key=a value=1");
        assertTrue(visible.isEmpty());
        enter("1,2:1", 1, 2);
        assertEquals(Map.of("a", "1"), visible);
        visible.clear();
        enter("1,2:1", 1, 2);
        assertEquals(Map.of(), visible);
    }

    @Test
    void shouldReleaseAllRanksWhenTheyEnterInAnyOrder() {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        Random random = new Random(seed);
        String[] groups = {"WORLD:1", "0,1,2,3:2", "0,1,2,3:3"};
        int[][] left = new int[SIZE][groups.length];
        for (int[] each : left) {
            Arrays.fill(each, 100);
        }
        int calls = SIZE * groups.length * 100;
        for (int done = 0; done < calls; ) {
            int rank = random.nextInt(SIZE);
            int group = random.nextInt(groups.length);
            if (left[rank][group] > 0) {
                left[rank][group]--;
                enter(groups[group], rank);
                done++;
            }
        }
        for (Client each : clients) {
            assertEquals(groups.length * 100, each.heard.size(), "seed=" + seed);
        }
    }
}
