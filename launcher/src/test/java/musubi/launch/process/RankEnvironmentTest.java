package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import musubi.launch.hosts.NodeShare;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class RankEnvironmentTest {
    private static final Map<String, String> OUTER =
            Map.of(
                    "OMPI_UNIVERSE_SIZE", "99",
                    "OMPI_ARGV", "outer",
                    "HOME", "/home/me",
                    "MUSUBI_JOB", "7-ab",
                    "MUSUBI_SHM_DIRECTORY", "/dev/shm/musubi-7-ab-0123456789abcdef",
                    "MUSUBI_VERBS_DIRECTORY", "/home/me/memory");

    private static Map<String, String> variables(int segment, String... words) {
        LaunchPlan plan = new CommandLineParser(OUTER, _ -> {}).read(List.of(words));
        NodeShare share = NodeShare.of(plan.placement(), 0);
        RankEnvironment environment =
                new RankEnvironment(plan, OUTER, "job", "/run/job/pmi", share);
        environment.addUnlessSet(
                Map.of("MUSUBI_SHM_DIRECTORY", "/inner", "MUSUBI_VERBS_DIRECTORY", "/inner"));
        return environment.of(0, plan.segments().get(segment));
    }

    @Test
    void shouldDescribeAllProgramsByTheNamesOfOpenMpi() {
        Map<String, String> second = variables(1, "-n", "2", "A", "x", "y", ":", "-n", "3", "B");
        assertEquals("B", second.get("OMPI_COMMAND"));
        assertNull(second.get("OMPI_ARGV"));
        assertEquals("2", second.get("OMPI_NUM_APP_CTX"));
        assertEquals("0 2", second.get("OMPI_FIRST_RANKS"));
        assertEquals("2 3", second.get("OMPI_APP_CTX_NUM_PROCS"));
        assertEquals("/run/job", second.get("OMPI_FILE_LOCATION"));
        assertEquals("/home/me", second.get("HOME"));
        assertEquals("x y", variables(0, "-n", "2", "A", "x", "y", ":", "B").get("OMPI_ARGV"));
    }

    /** A rank may run mpiexec, and end before that job does. */
    @Test
    void shouldNotUseTheSharedMemoryOfTheJobAround() {
        Map<String, String> variables = variables(0, "-n", "2", "A");
        assertEquals("/inner", variables.get("MUSUBI_SHM_DIRECTORY"));
        assertEquals("/home/me/memory", variables.get("MUSUBI_VERBS_DIRECTORY"));
    }

    @Test
    void shouldTakeTheSlotsOfAllHostsForTheUniverse() {
        String name = "OMPI_UNIVERSE_SIZE";
        assertEquals("3", variables(0, "-n", "3", "A").get(name));
        assertEquals("6", variables(0, "-host", "a:2,b:4", "-n", "1", "A").get(name));
        assertEquals("5", variables(1, "-host", "a:2", "A", ":", "-host", "b:3", "B").get(name));
    }
}
