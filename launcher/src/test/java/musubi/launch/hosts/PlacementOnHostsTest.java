package musubi.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.mapping.SyntheticMachine;
import musubi.launch.plan.CommandLineParser;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The hosts of ranks by mapping, list and batch system, for mpiexec on the synthetic machine. */
class PlacementOnHostsTest {
    private static final Map<String, String> FORK = Map.of("HYDRA_LAUNCHER", "fork");

    @TempDir static Path directory;

    private static CpuTopology machine;

    private final List<String> warnings = new ArrayList<>();
    private final List<String> displays = new ArrayList<>();

    @BeforeAll
    static void createMachine() throws IOException {
        machine = SyntheticMachine.in(directory.resolve("system"));
    }

    private static String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "hosts", ""), text).toString();
    }

    private RankPlacement place(Map<String, String> variables, String words) {
        return new CommandLineParser(variables, warnings::add, displays::add, () -> machine)
                .read(List.of(words.split(" ")))
                .placement();
    }

    /** The host of each rank, in rank order. */
    private String hosts(Map<String, String> variables, String words) {
        RankPlacement placement = place(variables, words);
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < placement.size(); rank++) {
            text.append(placement.hosts().get(placement.nodeOf(rank)).name());
        }
        return text.toString();
    }

    private String hosts(String words) {
        return hosts(FORK, words);
    }

    private void assertRefused(Map<String, String> variables, String words, String... parts) {
        LaunchFailure failure =
                assertThrows(LaunchFailure.class, () -> place(variables, words), words);
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
    }

    @Test
    void shouldCountRanksByPartWhenPerPartIsGiven() {
        assertEquals(4, place(Map.of(), "--map-by ppr:2:socket A").size());
        assertEquals(4, place(Map.of(), "--npersocket 2 A").size());
        assertEquals(4, place(Map.of(), "--ppr 1:numa A").size());
        assertEquals(1, place(Map.of(), "--pernode A").size());
        assertEquals("aabb", hosts("-host a,b --map-by ppr:1:socket A"));
        assertEquals("ab", hosts("-host a:3,b:3 --pernode A"));
        assertEquals("aab", hosts("-host a,b --map-by ppr:1:socket -n 3 A"));
    }

    @Test
    void shouldNumberRanksByHostWhenRankByIsGiven() {
        assertEquals("abab", hosts("-host a:2,b:2 --map-by slot --rank-by node A"));
        assertEquals("aabb", hosts("-host a:2,b:2 --map-by node --rank-by slot A"));
        assertEquals("aaab", hosts("-host a:3,b:1 --map-by node --rank-by slot A"));
        assertEquals("abab", hosts("-host a:2,b:2 --bynode A"));
        assertEquals("aabbaabb", hosts("-host a:4,b:4 --map-by socket:SPAN A"));
        assertEquals("aaaabbbb", hosts("-host a:4,b:4 --map-by socket A"));
    }

    @Test
    void shouldFollowTheListWhenRanksAreListedSingly() throws IOException {
        String list = file("b\na slots=9\nb\n");
        assertEquals("bab", hosts("--map-by seq -hostfile " + list + " A"));
        assertEquals("ba", hosts("-n 2 --map-by seq -hostfile " + list + " A"));
        assertEquals("bab", hosts("--map-by seq:file=" + list + " A"));
        assertEquals("aba", hosts("-host a,b,a --map-by seq A"));
        assertRefused(FORK, "-n 4 --map-by seq -hostfile " + list + " A", "ranks=4", "lines=3");
        assertRefused(FORK, "--map-by seq A", "-host a,b,a");
        String ranks = file("rank 0=b slot=0\nrank 1=a slot=1\nrank 2=b slot=1\n");
        assertEquals("bab", hosts("-rf " + ranks + " A"));
        assertEquals("bab", hosts("-n 2 -rf " + ranks + " A : -n 1 B"));
        assertEquals("ba", hosts("-host a,b -n 2 --rankfile=" + ranks + " A"));
        assertRefused(FORK, "-host a -rf " + ranks + " A", "not in the list of hosts", "b");
        String relative = file("rank 0=+n1 slot=0\nrank 1=+n0 slot=0\n");
        assertEquals("ba", hosts("-host a,b -rf " + relative + " A"));
        assertRefused(FORK, "-n 3 -rf " + relative + " -host a,b A", "ranks=3", "lines=2");
    }

    @Test
    void shouldRejectMoreRanksThanSlotsWhenOversubscriptionIsForbidden() {
        assertEquals(16, place(Map.of(), "-n 16 --nooversubscribe A").size());
        assertRefused(Map.of(), "-n 17 --nooversubscribe A", "ranks=17", "slots=16");
        assertRefused(Map.of(), "-n 17 --map-by core:NOOVERSUBSCRIBE A", "slots=16");
        assertEquals(32, place(Map.of(), "-n 32 --use-hwthread-cpus --nooversubscribe A").size());
        assertRefused(FORK, "-host a:2,b -n 4 --nooversubscribe A", "slots=[2, 1]");
        assertEquals("aab", hosts("-host a:2,b -n 3 --nooversubscribe A"));
    }

    @Test
    void shouldChooseTheNumberOfRanksWhenItIsSoft() {
        assertEquals(16, place(Map.of(), "-n 64 -soft 2:64:2 A").size());
        assertEquals(6, place(Map.of(), "-n 7 -soft 2:64:2 A").size());
        assertEquals(32, place(Map.of(), "-soft 32,64 A").size());
        assertEquals("aab", hosts("-host a:2,b:3 -soft 1,3,9 A"));
        assertRefused(FORK, "-n 1 -soft 2:4 A", "-soft=2:4", "-n=1");
        assertRefused(FORK, "-soft x A", "first:last:step");
        assertRefused(FORK, "-soft 1:9:0 A", "first:last:step");
    }

    @Test
    void shouldAddHostsWhenOptionsNameMore() throws IOException {
        String list = file("a:2\nb\n");
        assertEquals("aab", hosts("--default-hostfile " + list + " A"));
        assertEquals("c", hosts("--default-hostfile " + list + " -host c A"));
        assertEquals("aabcc", hosts("-hostfile " + list + " --add-host c:2 A"));
        assertEquals("aaab", hosts("-hostfile " + list + " --add-host a A"));
        assertEquals("aabd", hosts("-hostfile " + list + " --add-hostfile " + file("d\n") + " A"));
        Map<String, String> openMpi = Map.of("OMPI_MCA_orte_default_hostfile", list);
        assertEquals("aab", hosts(openMpi, "-launcher fork A"));
        assertEquals("a", hosts("-host a,localhost -nolocal A"));
        assertRefused(FORK, "-host localhost -nolocal A", "no host is left");
    }

    @Test
    void shouldUseTheAllocationWhenABatchSystemHasOne() throws IOException {
        Map<String, String> pbs = Map.of("PBS_NODEFILE", file("n1\nn1\nn2\n"), "NCPUS", "8");
        assertEquals("n1n1n2", hosts(pbs, "A"));
        assertEquals(8, place(Map.of("PBS_JOBID", "7", "NCPUS", "8"), "A").size());
        assertEquals("n1n2n2", hosts(Map.of("LSB_MCPU_HOSTS", "n1 1 n2 2"), "A"));
        assertEquals("n1n2n2", hosts(Map.of("LSB_HOSTS", "n1 n2 n2"), "A"));
        Map<String, String> lsf =
                Map.of("LSB_DJOB_HOSTFILE", file("n3\nn3\n"), "LSB_HOSTS", "n1 n2");
        assertEquals("n3n3", hosts(lsf, "A"));
        Map<String, String> sge =
                Map.of("PE_HOSTFILE", file("n1 2 all.q@n1 UNDEFINED\nn2 1 all.q@n2 <NULL>\n"));
        assertEquals("n1n1n2", hosts(sge, "A"));
        assertEquals("n1n2", hosts(Map.of("COBALT_NODEFILE", file("n1\nn2\n")), "A"));
        assertEquals(1, place(pbs, "-rmk user A").size());
        assertEquals("n1n2", hosts(Map.of("LSB_HOSTS", "n1 n2"), "-rmk lsf A"));
        assertRefused(pbs, "-rmk lsf A", "no allocation of LSF");
        assertRefused(pbs, "-rmk ll A", "choose user, slurm, pbs");
        assertRefused(Map.of("PBS_NODEFILE", "/absent"), "A", "PBS_NODEFILE=/absent", "-rmk user");
        assertRefused(Map.of("LSB_MCPU_HOSTS", "n1"), "A", "LSB_MCPU_HOSTS=n1");
        assertRefused(Map.of("PE_HOSTFILE", file("n1\n")), "A", "PE_HOSTFILE=n1");
        assertRefused(Map.of("LSB_HOSTS", "-oProxy n1"), "A", "not a host name");
    }

    @Test
    void shouldChooseFromTheAllocationWhenHostsAreGiven() throws IOException {
        Map<String, String> pbs = Map.of("PBS_NODEFILE", file("n1.site\nn1.site\nn2\nn3\n"));
        assertEquals("n1.siten1.site", hosts(pbs, "-host n1 A"));
        assertEquals("n2n3", hosts(pbs, "-hostfile " + file("n2 slots=4\nn3\n") + " A"));
        assertEquals("n2n3", hosts(pbs, "-host n2 A : -host n3 B"));
        assertEquals("n2n1.siten1.site", hosts(pbs, "-host +n1 A : -host +n0 B"));
        assertEquals("n2x", hosts(pbs, "-host n2,x --add-host x A"));
        assertRefused(pbs, "-host x A", "host=x", "PBS_NODEFILE", "--add-host", "-rmk user");
        assertEquals("x", hosts(pbs, "-rmk user -host x A"));
    }

    @Test
    void shouldRejectTwoPlacementsWhenProgramsDisagree() {
        assertEquals("aabb", hosts("-host a:2,b:2 -n 2 --map-by core A : -n 2 --map-by core B"));
        String words = "-host a,b -n 1 --map-by core A : -n 1 --map-by socket B";
        assertRefused(FORK, words, "-map-by=[core, socket]", "rank file");
        assertRefused(FORK, "--bind-to core A : --bind-to numa B", "-bind-to=[core, numa]");
    }

    @Test
    void shouldWarnWhenTheLauncherOfABatchSystemIsReplaced() {
        assertEquals("a", hosts(Map.of(), "-launcher lsf -host a A"));
        assertTrue(warnings.getFirst().contains("ssh, not with blaunch"), warnings::toString);
        assertRefused(Map.of(), "-launcher persist -host a A", "choose ssh, slurm");
    }

    @Test
    void shouldAcceptTheArchitectureWhenItIsThatOfThisMachine() {
        assertEquals(1, place(Map.of(), "-arch " + System.getProperty("os.arch") + " A").size());
        assertTrue(Architecture.is("x86_64", "amd64"));
        assertTrue(Architecture.is("ARM64", "aarch64"));
        assertRefused(Map.of(), "-arch sparc A", "-arch=sparc", "-host");
    }

    @Test
    void shouldDisplayAllocationAndMapWhenOptionsAskForThem() throws IOException {
        Map<String, String> pbs = Map.of("PBS_NODEFILE", file("n1\nn1\nn2\n"));
        place(pbs, "-n 2 --display map,allocation A : -n 1 B");
        assertEquals(2, displays.size());
        List<String> allocation = displays.get(0).lines().toList();
        assertEquals("    n1: slots=2 max_slots=0", allocation.get(1));
        assertEquals("    n2: slots=1 max_slots=0", allocation.get(2));
        assertTrue(allocation.get(3).startsWith("    from: PBS (PBS_NODEFILE "));
        assertTrue(allocation.get(3).endsWith("start with ssh, not with tm"), allocation.get(3));
        List<String> map = displays.get(1).lines().toList();
        assertEquals(" Data for node: n1\tNum slots: 2\tMax slots: 0\tNum procs: 2", map.get(1));
        assertEquals(" \tApp: 0 Process rank: 1", map.get(3));
        assertEquals(" \tApp: 1 Process rank: 2", map.get(5));
        displays.clear();
        place(Map.of(), "-n 3 --display-allocation A");
        assertTrue(displays.getFirst().contains("from: this machine"), displays::toString);
        displays.clear();
        place(Map.of(), "-n 3 A");
        assertEquals(List.of(), displays);
    }
}
