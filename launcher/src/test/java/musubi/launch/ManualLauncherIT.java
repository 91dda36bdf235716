package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Node proxies started by hand, on two addresses of this machine. */
class ManualLauncherIT {
    private static final String PROMPT = "then type there: ";

    private static MpiexecRun start(String... words) throws InterruptedException {
        String[] all = new String[words.length + 4];
        System.arraycopy(
                new String[] {"--launcher", "manual", "--host", "127.0.0.1,127.0.0.2:2"},
                0,
                all,
                0,
                4);
        System.arraycopy(words, 0, all, 4, words.length);
        MpiexecRun run = MpiexecRun.start(all);
        run.await(() -> run.err().contains(PROMPT));
        return run;
    }

    private static List<String> commands(MpiexecRun run) {
        return run.err()
                .lines()
                .filter(line -> line.startsWith("on 127."))
                .map(line -> line.substring(line.indexOf(": ") + 2))
                .toList();
    }

    private static String secret(MpiexecRun run) throws InterruptedException {
        run.await(() -> run.err().endsWith("\n"));
        String text = run.err();
        return text.substring(text.indexOf(PROMPT) + PROMPT.length())
                .lines()
                .findFirst()
                .orElse("");
    }

    /** The printed command has the option for TLS, and the ranks use TLS, too. */
    @Test
    void shouldRunEncrypted() throws Exception {
        String program = "[ $MUSUBI_TCP_TLS = true ] && exec cat /proc/$PPID/cmdline";
        try (MpiexecRun run = start("--tls", "sh", "-c", program)) {
            List<String> commands = commands(run);
            assertTrue(commands.stream().allMatch(each -> each.endsWith(" tls")), run::err);
            Process plain = type(commands.get(0).replaceAll(" tls$", ""), secret(run));
            Process wrong = type(commands.get(0), "0".repeat(64));
            for (Process each : List.of(plain, wrong)) {
                assertTrue(each.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS));
                assertNotEquals(0, each.exitValue());
            }
            for (String command : commands) {
                type(command, secret(run));
            }
            String seen = run.finish().exitedWith(0).out();
            assertTrue(seen.contains("node-proxy"), seen);
            assertTrue(run.err().contains("does not speak TLS"), run::err);
            assertTrue(run.err().contains("another secret"), run::err);
            long secrets = run.err().lines().filter(line -> line.contains(PROMPT)).count();
            assertEquals(1, secrets, run::err);
        }
    }

    private static Process type(String command, String secret) throws IOException {
        Process proxy =
                new ProcessBuilder("sh", "-c", "exec " + command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (OutputStream keys = proxy.getOutputStream()) {
            keys.write((secret + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        return proxy;
    }

    @Test
    void shouldRunWhenItsCommandsAreTyped() throws Exception {
        try (MpiexecRun run = start("musubi.launch.programs.Rank", "epochs", "1")) {
            List<String> commands = commands(run);
            assertEquals(2, commands.size(), run::err);
            Process wrong = type(commands.get(0), "0".repeat(64));
            assertTrue(wrong.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS));
            assertNotEquals(0, wrong.exitValue());
            for (String command : commands) {
                type(command, secret(run));
            }
            List<String> lines = run.finish().exitedWith(0).lines();
            assertEquals(3, lines.size(), lines::toString);
            assertTrue(lines.get(2).startsWith("2/3 epoch 0 same true"), lines::toString);
        }
    }

    @Test
    void shouldEndTheProxiesWhenItIsKilled() throws Exception {
        try (MpiexecRun run = start("musubi.launch.programs.Sleeper")) {
            for (String command : commands(run)) {
                type(command, secret(run));
            }
            run.await(() -> run.out().lines().count() == 3);
            run.process().destroyForcibly();
            run.awaitEnd();
            run.assertNothingLeft();
        }
    }
}
