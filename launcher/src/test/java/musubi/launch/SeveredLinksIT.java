package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Two hosts, the second reached through the first, over a remote shell whose connections are cut.
 * The n-th connection to a host carries n times a number of bytes in each direction, so each frame
 * passes at last. As behind sshd, the command outlives its connection.
 */
class SeveredLinksIT {
    private static final String SHELL =
            """
            #!/bin/sh
            while [ $# -gt 2 ]; do shift; done
            if [ -e "%1$s/refuse" ]; then echo 'No route to host' >&2; exit 255; fi
            d=$(mktemp -d "%1$s/$1.XXXXXX")
            n=$(ls "%1$s" | grep -c "^$1[.]")
            mkfifo "$d/in" "$d/out"
            exec 3<&0
            setsid sh -c "$2" <"$d/in" >"$d/out" 3<&- &
            command=$!
            stdbuf -o0 head -c $((n * %2$d)) <"$d/out" &
            up=$!
            (stdbuf -o0 head -c $((n * %3$d)) <&3 >"$d/in"; kill $up) 2>/dev/null &
            down=$!
            exec 3<&-
            exec 2>/dev/null
            wait $up
            kill -0 $command || { wait $command; exit $?; }
            kill -KILL $down
            exit 255
            """;

    private static final int UNCUT = 100_000_000;

    @TempDir private Path directory;

    private Path log;

    @BeforeEach
    void make() throws IOException {
        log = Files.createDirectory(directory.resolve("log"));
    }

    private MpiexecRun start(int bytesUp, int bytesDown, Map<String, String> more, String... words)
            throws IOException {
        Path shell = directory.resolve("shell");
        Files.writeString(shell, SHELL.formatted(log, bytesUp, bytesDown));
        assertTrue(shell.toFile().setExecutable(true));
        List<String> all =
                new ArrayList<>(List.of("--launcher", "ssh", "--launcher-exec", shell.toString()));
        all.addAll(List.of("--fan-out", "1", "--host", "alpha.invalid,beta.invalid"));
        all.addAll(List.of(words));
        return MpiexecRun.start(null, more, null, all.toArray(new String[0]));
    }

    /** The number of connections to a host so far. */
    private int connections(String host) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(log, host + ".*")) {
            int count = 0;
            for (Path _ : all) {
                count++;
            }
            return count;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldLoseNoLineAndNoCodeWhenLinksAreCutOnTheWayUp() throws Exception {
        int lines = 1_500;
        String script =
                "i=0; while [ $i -lt %d ]; do echo $PMI_RANK $i; i=$((i+1)); done; exit $PMI_RANK"
                        .formatted(lines);
        try (MpiexecRun run = start(2_500, UNCUT, Map.of(), "sh", "-c", script)) {
            MpiexecRun.Result result = run.finish().exitedWith(1);
            for (int rank = 0; rank < 2; rank++) {
                String prefix = rank + " ";
                assertEquals(
                        IntStream.range(0, lines).mapToObj(i -> prefix + i).toList(),
                        result.out().lines().filter(line -> line.startsWith(prefix)).toList());
            }
            assertEquals(2 * lines, result.out().lines().count());
            result.said("rank 1 ").said(" on beta.invalid) ended with exit code 1");
        }
        assertTrue(connections("alpha.invalid") > 3, () -> "" + connections("alpha.invalid"));
        assertTrue(connections("beta.invalid") > 2, () -> "" + connections("beta.invalid"));
    }

    @Test
    void shouldLoseNoMessageOfPmiWhenLinksAreCutOnTheWayDown() throws Exception {
        String[] words = {"musubi.launch.programs.Rank", "keys", "30"};
        try (MpiexecRun run = start(UNCUT, 1_500, Map.of(), words)) {
            List<String> lines = run.finish().exitedWith(0).lines();
            assertEquals(4, lines.size(), lines::toString);
            assertTrue(lines.getFirst().startsWith("rank 0: 60 values in "), lines::toString);
        }
        assertTrue(connections("alpha.invalid") > 2, () -> "" + connections("alpha.invalid"));
    }

    /** Stopped until its link has been reported as silent. */
    @Test
    void shouldKeepAHostWhoseProxyIsStoppedForAWhile() throws Exception {
        Map<String, String> soon = Map.of("MUSUBI_LAUNCH_SILENCE", "1000");
        String script = MpiexecRun.untilUsr1("$$");
        try (MpiexecRun run = start(UNCUT, UNCUT, soon, "sh", "-c", script)) {
            run.await(() -> run.out().lines().count() == 2);
            long proxy =
                    run.proxies().stream()
                            .filter(pid -> MpiexecRun.hasWord(pid, "1"))
                            .findFirst()
                            .orElseThrow();
            MpiexecRun.signal("STOP", proxy);
            run.await(() -> run.err().contains("beta.invalid: silent for "));
            MpiexecRun.signal("CONT", proxy);
            run.await(() -> run.err().contains("beta.invalid: answers again after "));
            MpiexecRun.signal("USR1", run.process().pid());
            assertEquals(4, run.finish().exitedWith(0).lines().size());
        }
    }

    /** Nothing shows whether its ranks have ended. */
    @Test
    void shouldNameTheSilentHostWhenASignalEndsTheJob() throws Exception {
        // The node proxy ends when it has waited that long for another connection.
        Map<String, String> soon =
                Map.of("MUSUBI_LAUNCH_SILENCE", "3000", "MUSUBI_LAUNCH_RECONNECT", "30000");
        try (MpiexecRun run = start(UNCUT, UNCUT, soon, "sh", "-c", "echo $$; exec sleep 600")) {
            run.await(() -> run.out().lines().count() == 2);
            long proxy =
                    run.proxies().stream()
                            .filter(pid -> MpiexecRun.hasWord(pid, "0"))
                            .findFirst()
                            .orElseThrow();
            long before = silences(run);
            MpiexecRun.signal("STOP", proxy);
            run.await(() -> silences(run) > before);
            MpiexecRun.signal("INT", run.process().pid());
            run.awaitEnd();
            MpiexecRun.signal("CONT", proxy);
            run.awaitNothingLeft();
            run.finish().exitedWith(130).said("may still run on alpha.invalid (silent for ");
        }
    }

    /** How often the first host has been reported: a busy machine may stop it by itself. */
    private static long silences(MpiexecRun run) {
        return run.err().lines().filter(line -> line.contains("alpha.invalid: silent for")).count();
    }

    @Test
    void shouldNameHostRankTimeAndCauseWhenALinkStaysBroken() throws Exception {
        // Longer than a busy machine keeps a node proxy from running.
        Map<String, String> soon = Map.of("MUSUBI_LAUNCH_RECONNECT", "15000");
        String script = "echo $$; exec sleep 600";
        try (MpiexecRun run = start(UNCUT, UNCUT, soon, "sh", "-c", script)) {
            run.await(() -> run.out().lines().count() == 2);
            Files.createFile(log.resolve("refuse"));
            cutLinkTo("beta.invalid");
            run.finish()
                    .exitedWith(137)
                    .said("lost the node proxy on beta.invalid: silent for 15.0 s")
                    .said("(MUSUBI_LAUNCH_RECONNECT), last: No route to host with rank 1");
        }
    }

    /** Kills the processes that read the pipes of the only connection. */
    private void cutLinkTo(String host) throws Exception {
        Path pipe;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(log, host + ".*")) {
            pipe = all.iterator().next().resolve("out").toRealPath();
        }
        for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
            Path input = Path.of("/proc", Long.toString(each.pid()), "fd", "0");
            if (isLinkTo(input, pipe)) {
                each.destroyForcibly();
            }
        }
    }

    private static boolean isLinkTo(Path link, Path target) {
        try {
            return Files.readSymbolicLink(link).equals(target);
        } catch (IOException e) {
            // The process has ended, or belongs to another user.
            return false;
        }
    }
}
