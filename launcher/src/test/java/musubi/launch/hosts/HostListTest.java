package musubi.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.LinkTimes;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.proxy.ProxyTree;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Lists of hosts, and the hosts of the ranks. */
class HostListTest {
    @TempDir private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "hosts", ""), text);
    }

    private static RankPlacement place(Map<String, String> variables, String... words) {
        return new CommandLineParser(variables, _ -> {}).read(List.of(words)).placement();
    }

    /** The host of each rank, in rank order. */
    private static String hosts(String... words) {
        return hosts(Map.of("HYDRA_LAUNCHER", "fork"), words);
    }

    private static String hosts(Map<String, String> variables, String... words) {
        RankPlacement placement = place(variables, words);
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < placement.size(); rank++) {
            text.append(placement.hosts().get(placement.nodeOf(rank)).name());
        }
        return text.toString();
    }

    @Test
    void shouldParseHostsWhenWrittenForHydra() throws IOException {
        List<HostSlots> hosts =
                HostList.of(file("# all\nn1:2\nn2 user=me\n\nme@n3.site:3\nn1:1\n"));
        assertEquals(
                List.of(
                        HostSlots.of("n1", 3),
                        new HostSlots("n2", 1, 0, "me", 0, HostSite.UNKNOWN),
                        new HostSlots("n3.site", 3, 0, "me", 0, HostSite.UNKNOWN)),
                hosts);
    }

    @Test
    void shouldParseHostsWhenWrittenForOpenMpi() throws IOException {
        List<HostSlots> hosts =
                HostList.of(file("a slots=2 max_slots=3\nb slots=4 max-slots=2 port=2222\n"));
        assertEquals(
                List.of(
                        new HostSlots("a", 2, 3, null, 0, HostSite.UNKNOWN),
                        new HostSlots("b", 2, 2, null, 2222, HostSite.UNKNOWN)),
                hosts);
    }

    @Test
    void shouldRejectAHostWhenItIsMalformed() throws IOException {
        assertWrong("host='-oProxyCommand=x'", "-host", "a,-oProxyCommand=x", "A");
        assertWrong("host='a;reboot'", "-host", "a;reboot", "A");
        assertWrong("slots=x", "-host", "a:x", "A");
        assertWrong("slots=0", "-host", "a:0", "A");
        assertWrong("attribute='frob=1'", "-f", file("a frob=1").toString(), "A");
        assertWrong("bind the ranks of all hosts", "-f", file("a binding=core").toString(), "A");
        assertWrong("-iface", "-f", file("a ifname=eth1").toString(), "A");
        assertWrong("host='$(x)'", "-f", file("a user=$(x)").toString(), "A");
    }

    private static void assertWrong(String expected, String... words) {
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> hosts(words));
        assertTrue(failure.getMessage().contains(expected), failure.getMessage());
        assertEquals(ExitCode.USAGE, failure.exitCode());
    }

    @Test
    void shouldFillHostAfterHostWhenMappedBySlot() {
        assertEquals("aab", hosts("-host", "a:2,b", "A"));
        assertEquals("aabaab", hosts("-host", "a:2,b", "-n", "6", "A"));
        assertEquals("a", hosts("-host", "a:2,b", "-n", "1", "A"));
        assertEquals("aaabbb", hosts("-host", "a,b", "-ppn", "3", "A"));
        assertEquals("aab", hosts("-host", "a,b", "-ppn", "2", "-n", "3", "A"));
        assertEquals("aabb", hosts("-host", "a:5,b", "--map-by", "ppr:2:node", "A"));
    }

    @Test
    void shouldUseHostsRoundRobinWhenMappedByNode() {
        assertEquals("ababb", hosts("-host", "a:2,b:3", "--map-by", "node", "A"));
        assertEquals("abab", hosts("-host", "a,b", "--map-by", "node", "-n", "4", "A"));
    }

    @Test
    void shouldRespectMaxSlotsWhenHostsAreOversubscribed() throws IOException {
        String file = file("a slots=1 max_slots=2\nb slots=1\n").toString();
        assertEquals("ababbb", hosts("-f", file, "-n", "6", "A"));
        String small = file("a slots=1 max_slots=2\nb max_slots=1\n").toString();
        assertEquals("aba", hosts("-f", small, "-n", "3", "A"));
        assertWrong("no slots left for more ranks", "-f", small, "-n", "4", "A");
    }

    @Test
    void shouldContinueAtTheNextSlotWhenProgramsShareAList() {
        assertEquals("abba", hosts("-host", "a,b:2", "-n", "2", "A", ":", "-n", "2", "B"));
        assertEquals("ac", hosts("-host", "a", "A", ":", "-host", "c", "B"));
    }

    @Test
    void shouldUseTheHostFileWhenTheEnvironmentNamesIt() throws IOException {
        String file = file("p.job.ns.svc:2\nq.job.ns.svc:2\n").toString();
        Map<String, String> variables = Map.of("HYDRA_HOST_FILE", file, "HYDRA_LAUNCHER", "ssh");
        assertEquals("p.job.ns.svcp.job.ns.svcq.job.ns.svc", hosts(variables, "-n", "3", "A"));
        assertEquals("c", hosts(variables, "-host", "c", "A"));
    }

    @Test
    void shouldMergeHostsWhenTheyNameThisMachine() {
        RankPlacement placement = place(Map.of(), "-host", "localhost:2,127.0.0.1", "A");
        assertEquals(1, placement.hosts().size());
        assertEquals(3, placement.size());
    }

    @Test
    void shouldSelectHostsWhenAFileAndNamesAreGiven() throws IOException {
        String file = file("a slots=2\nb slots=2\nc slots=2\n").toString();
        assertEquals("bb", hosts("-f", file, "-host", "b", "A"));
        assertEquals("ccca", hosts("-f", file, "-host", "c:3,a:1", "A"));
        assertEquals("aacc", hosts("-f", file, "-host", "+n0,+N2", "A"));
        assertEquals("cb", hosts("-f", file, "-host", "+n2:1,+n1:1", "A"));
        assertEquals("aabbcc", hosts("-f", file, "-host", "+e", "A"));
        assertEquals("bbaa", hosts("-f", file, "-host", "+n1,+e:1", "A"));
        assertEquals(
                "me", place(Map.of(), "-f", file, "-host", "me@b", "A").hosts().getFirst().user());
        String six = file("fe80::1 slots=3\n").toString();
        assertEquals(
                3,
                place(Map.of("HYDRA_LAUNCHER", "fork"), "-f", six, "-host", "fe80::1", "A").size());
        assertWrong("not in the list of hosts: -host=d", "-f", file, "-host", "d", "A");
        assertWrong("too few hosts: -host=+n3", "-f", file, "-host", "+n3", "A");
        assertWrong("without ranks: -host=+e:4", "-f", file, "-host", "+e:4", "A");
        assertWrong("without ranks: -host=+e:0", "-f", file, "-host", "+e:0", "A");
        assertWrong("slots=0", "-f", file, "-host", "+n1:0", "A");
        assertWrong("write +n2, +e", "-f", file, "-host", "+2", "A");
        assertWrong("no list of hosts", "-host", "+n0,+e:2", "A");
        assertWrong("use +n and +e with -host", "-f", file("+n0\n").toString(), "A");
    }

    @Test
    void shouldSelectFreeHostsWhenEarlierProgramsHaveRanks() throws IOException {
        String file = file("a\nb slots=2\nc\n").toString();
        assertEquals(
                "abcb",
                hosts(("-f " + file + " -n 2 A : -host +e:1 B : -host +n1:1 C").split(" ")));
        assertEquals("abbc", hosts(("-f " + file + " -n 1 A : -host +e B").split(" ")));
        String[] tooMany = ("-f " + file + " A : -host +e B").split(" ");
        assertWrong("without ranks: -host=+e hosts=[a, b, c] count=3; free=0", tooMany);
        assertEquals("abbc", hosts("-host a,b:2 -n 1 A : -host +e B : -host c C".split(" ")));
    }

    @Test
    void shouldSelectHostsWhenTheEnvironmentHasAList() throws IOException {
        String file = file("a\nb:2\n").toString();
        Map<String, String> hydra = Map.of("HYDRA_LAUNCHER", "fork", "HYDRA_HOST_FILE", file);
        assertEquals("bb", hosts(hydra, "-host", "+n1", "A"));
        assertEquals("z", hosts(hydra, "-host", "z", "A"));
    }

    @Test
    void shouldReadTheLauncherWhenHydrasVariablesAreSet() {
        Map<String, String> variables =
                Map.of(
                        "HYDRA_LAUNCHER",
                        "ssh",
                        "HYDRA_LAUNCHER_EXEC",
                        "/opt/ssh",
                        "HYDRA_LAUNCH_EXTRA_ARGS",
                        "-o ConnectionAttempts=10 -i 'a b'",
                        "HYDRA_IFACE",
                        "eth1");
        List<String> options = List.of("-o", "ConnectionAttempts=10", "-i", "a b");
        assertEquals(
                new RemoteLaunch(
                        RemoteLaunch.Launcher.SSH,
                        "/opt/ssh",
                        options,
                        "eth1",
                        32,
                        false,
                        LinkTimes.DEFAULT),
                reach(variables, "-host", "a", "A"));
        assertEquals(
                new RemoteLaunch(
                        RemoteLaunch.Launcher.SLURM,
                        "srun2",
                        options,
                        "eth2",
                        32,
                        false,
                        LinkTimes.DEFAULT),
                reach(
                        variables,
                        "-launcher slurm -launcher-exec srun2 -iface eth2 -host a A".split(" ")));
        variables = Map.of("HYDRA_BOOTSTRAP", "fork", "HYDRA_BOOTSTRAP_EXEC", "ssh2");
        assertEquals(
                new RemoteLaunch(
                        RemoteLaunch.Launcher.FORK,
                        "ssh2",
                        List.of(),
                        null,
                        32,
                        false,
                        LinkTimes.DEFAULT),
                reach(variables, "-host", "a", "A"));
    }

    @Test
    void shouldNotLoseAHostBeforeRanksLoseTheirPeersThere() {
        Map<String, String> variables = Map.of("MUSUBI_TCP_RECONNECT", "70000");
        assertEquals(70_000, reconnectMs(variables, "-host", "a", "A"));
        Map<String, String> none = Map.of();
        for (String words :
                List.of(
                        "-x MUSUBI_TCP_RECONNECT=80000 -host a A",
                        "-genv MUSUBI_TCP_RECONNECT 80000 -host a A",
                        "-host a -env MUSUBI_TCP_RECONNECT 80000 A")) {
            assertEquals(80_000, reconnectMs(none, words.split(" ")), words);
        }
        assertEquals(60_000, reconnectMs(none, "-x", "MUSUBI_TCP_RECONNECT=x", "-host", "a", "A"));
        Map<String, String> set = Map.of(LinkTimes.RECONNECT_VARIABLE, "5000");
        assertEquals(
                5_000, reconnectMs(set, "-x", "MUSUBI_TCP_RECONNECT=80000", "-host", "a", "A"));
    }

    private static int reconnectMs(Map<String, String> variables, String... words) {
        return reach(variables, words).linkTimes().reconnectMs();
    }

    private static RemoteLaunch reach(Map<String, String> variables, String... words) {
        return new CommandLineParser(variables, _ -> {}).read(List.of(words)).remoteLaunch();
    }

    @Test
    void shouldParseHostsWhenSlurmListsThem() {
        assertEquals(
                List.of("n1", "n2", "n07", "n08", "m", "x3-ib"),
                SlurmAllocation.names("n[1-2],n[07-08],m,x[3]-ib"));
        assertEquals(List.of(2, 2, 2, 1), SlurmAllocation.tasks("2(x3),1"));
        for (String wrong :
                List.of("", "n[", "n[1-", "n[3-1]", "n[1-2-3]", ",", "n[1-999999999]")) {
            assertThrows(LaunchFailure.class, () -> SlurmAllocation.names(wrong), wrong);
        }
        for (String wrong : List.of("x", "2(x", "(x3)", "99999999999")) {
            assertThrows(LaunchFailure.class, () -> SlurmAllocation.tasks(wrong), wrong);
        }
    }

    @Test
    void shouldEncodeThePlacementWhenPmiRequestsIt() {
        assertEquals("(vector,(0,1,4))", mapping(0, 0, 0, 0));
        assertEquals("(vector,(0,2,2))", mapping(0, 0, 1, 1));
        assertEquals("(vector,(0,3,1))", mapping(0, 1, 2, 0, 1, 2));
        assertEquals("(vector,(0,1,2),(1,1,1))", mapping(0, 0, 1));
        assertEquals("(vector,(0,1,2),(1,1,1),(0,1,1))", mapping(0, 0, 1, 0));
    }

    private static String mapping(Integer... nodes) {
        List<HostSlots> hosts = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            hosts.add(HostSlots.of("n" + node, 1));
        }
        return new RankPlacement(hosts, List.of(nodes)).mapping();
    }

    @Test
    void shouldReachEveryNodeOnceWhenTheFanOutVaries() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(100);
            int fanOut = 1 + random.nextInt(8);
            List<HostSlots> hosts = new ArrayList<>();
            for (int node = 0; node < size; node++) {
                hosts.add(HostSlots.of("n" + node, 1));
            }
            RemoteLaunch reach =
                    new RemoteLaunch(
                            RemoteLaunch.Launcher.FORK,
                            null,
                            List.of(),
                            null,
                            fanOut,
                            false,
                            LinkTimes.DEFAULT);
            ProxyTree tree = new ProxyTree("job", hosts, reach);
            assertEquals(size + 1, tree.subtreeOf(ProxyTree.ROOT).stream().distinct().count());
            for (int node = 0; node < size; node++) {
                int parent = tree.parentOf(node);
                assertTrue(tree.childrenOf(parent).contains(node), tree::toString);
                assertEquals(node, tree.towards(parent, node));
                int first = tree.towards(ProxyTree.ROOT, node);
                assertTrue(tree.subtreeOf(first).contains(node), tree::toString);
            }
        }
    }
}
