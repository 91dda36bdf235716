package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import musubi.bootstrap.pmi.PmiLine;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.hosts.RelayPlan;
import musubi.launch.hosts.RelayPlan.Relay;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.pmi.PmiPeer;
import musubi.launch.pmi.PmiProtocol;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Relays on nodes 0 (site A), 1 (site B) and 2 (site C, private) of a job of one rank. */
class RelayLaunchTest {
    private final List<Frame> frames = new ArrayList<>();
    private final List<String> reports = new ArrayList<>();
    private final List<PmiLine> answers = new ArrayList<>();
    private final PmiProtocol protocol =
            new PmiProtocol("job", new int[1], RankPlacement.onThisHost(1), _ -> {});
    private final PmiPeer rank =
            new PmiPeer() {
                @Override
                public void send(PmiLine answer) {
                    answers.add(answer);
                }
            };
    private final RelayLaunch launch =
            new RelayLaunch(
                    new RelayPlan(
                            List.of(
                                    new Relay(0, "A", false),
                                    new Relay(1, "B", false),
                                    new Relay(2, "C", true)),
                            0,
                            0),
                    List.of(HostSlots.of("a", 1), HostSlots.of("b", 1), HostSlots.of("c", 1)),
                    protocol,
                    frames::add,
                    reports::add,
                    true);

    RelayLaunchTest() {
        protocol.serve(rank, "cmd=initack pmiid=0");
        protocol.serve(rank, "cmd=init pmi_version=1 pmi_subversion=1");
    }

    private String get(String key) {
        answers.clear();
        protocol.serve(rank, "cmd=get kvsname=job-0 key=" + key);
        return answers.isEmpty() ? "waits" : answers.getFirst().value("value");
    }

    private List<String> linesTo(int node) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Frame frame : frames) {
            if (frame.node() == node && frame.kind() == Kind.RELAY) {
                lines.add(frame.reader().word());
            }
        }
        return lines;
    }

    @Test
    void shouldRefuseValuesOfRanksForItsKeys() {
        answers.clear();
        protocol.serve(rank, "cmd=put kvsname=job-0 key=relay-0 value=false");
        assertEquals("-1", answers.getFirst().value("rc"));
        assertNull(get("relay-0"));
    }

    private void allListen() {
        launch.start("secret");
        launch.received(0, "listening h:1");
        launch.received(1, "listening h:2");
        launch.received(2, "listening h:3");
    }

    @Test
    void shouldIntroduceRelaysWhenAllListen() throws IOException {
        launch.start("secret");
        launch.received(0, "listening h:1");
        launch.received(1, "listening h:2");
        assertEquals(List.of(), linesTo(0));
        launch.received(2, "listening h:3");
        assertEquals(List.of("peer 0 A h:1", "peer 1 B h:2", "peer 2 C h:3", "join"), linesTo(1));
    }

    @Test
    void shouldPublishWhenEachHasCalledTheOthers() {
        allListen();
        launch.received(0, "reached 1");
        launch.received(0, "missed 2");
        launch.received(1, "missed 0");
        launch.received(1, "missed 2");
        launch.received(2, "reached 0");
        assertEquals("waits", get("relays"));
        launch.received(2, "reached 1");
        assertEquals("3", get("relays"));
        assertEquals("site=A;address=h:1", get("relay-0"));
        assertEquals("site=B;address=h:2", get("relay-1"));
        assertEquals("site=C;address=h:3;private;outward", get("relay-2"));
        assertNull(get("relay-3"));
    }

    @Test
    void shouldCallASiteByItsRelaysWhenTheyAcceptCallsOnly() {
        allListen();
        for (int id = 0; id < 3; id++) {
            for (int other = 0; other < 3; other++) {
                launch.received(id, (other == 1 ? "missed " : "reached ") + other);
            }
        }
        assertEquals("site=B;address=h:2;private;outward", get("relay-1"));
        assertEquals("site=C;address=h:3;private", get("relay-2"));
    }

    @Test
    void shouldWarnAndPublishTheOthersWhenOneDoesNotStart() {
        launch.start("secret");
        launch.received(0, "listening h:1");
        launch.received(1, "failed Address already in use");
        launch.received(1, "ended ended with exit code 0");
        launch.received(2, "listening h:3");
        launch.received(0, "reached 2");
        launch.received(2, "reached 0");
        assertEquals("3", get("relays"));
        assertNull(get("relay-1"));
        assertEquals(
                List.of(
                        "warning: relay 1 of site B on b has not started: Address already in use;"
                                + " circuits take other routes"),
                reports);
    }

    @Test
    void shouldHaveNoneWhenNoneStarts() {
        launch.start("secret");
        for (int node = 0; node < 3; node++) {
            launch.received(node, "failed no memory");
        }
        assertNull(get("relays"));
    }

    @Test
    void shouldReportWhatHasBeenCopiedWhenTheJobHasEnded() {
        allListen();
        launch.received(0, "copied 3 4000");
        launch.received(0, "ended ended with exit code 0");
        launch.received(1, "ended was ended by signal 9 (SIGKILL)");
        assertEquals(
                List.of(
                        "relay 0 of site A on a: 3 circuits, 4000 bytes",
                        "warning: relay 1 of site B on b was ended by signal 9 (SIGKILL);"
                                + " circuits take other routes"),
                reports);
    }
}
