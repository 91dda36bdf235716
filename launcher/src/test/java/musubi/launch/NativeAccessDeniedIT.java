package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Jobs without the C library (docs/platforms.md). */
class NativeAccessDeniedIT {
    private static final String DENY = "--illegal-native-access=deny";
    private static final String TRAFFIC = "musubi.launch.programs.MixedTraffic";
    private static final String BUFFERS = "musubi.launch.programs.SharedBuffers";

    private static MpiexecRun.Result run(String... words) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of("--explain", "-n", "2"));
        all.addAll(List.of(words));
        MpiexecRun.Result result = MpiexecRun.run(all.toArray(new String[0]));
        return result.exitedWith(0).said("rank 0: no native access");
    }

    @Test
    void shouldUseSharedMemoryBetweenProcesses() throws InterruptedException {
        MpiexecRun.Result result = run("--transport", "shm", DENY, BUFFERS);
        assertEquals(List.of("native access false", "native access false"), result.lines());
    }

    @Test
    void shouldUseSharedMemoryWhenOnlyOneRankHasNativeAccess() throws InterruptedException {
        String[] words = {"-n", "1", "java", DENY, BUFFERS, ":", "-n", "1", BUFFERS};
        List<String> lines = MpiexecRun.run(words).exitedWith(0).lines();
        assertEquals(
                List.of("native access false", "native access true"),
                lines.stream().sorted().toList());
    }

    @Test
    void shouldUseTcpOnASystemThatIsNotLinux() throws InterruptedException {
        String[] words = {"--transport", "tcp", DENY, "-Dos.name=Mac OS X", TRAFFIC};
        assertEquals(2, run(words).lines().size());
    }

    @Test
    void shouldRunInOneJvm() throws InterruptedException {
        assertEquals(2, run("--pvas", DENY, TRAFFIC).lines().size());
    }
}
