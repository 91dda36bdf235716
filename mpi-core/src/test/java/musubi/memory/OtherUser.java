package musubi.memory;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second user of this machine, as whom a test that runs as root attacks. */
public final class OtherUser {
    /** Its user id: on most systems that of the user without files. */
    public static final int UID = 65534;

    private static final int WORLD_WRITABLE = 01777;

    private OtherUser() {}

    /**
     * What a command did.
     *
     * @param exitCode of the shell
     * @param output both streams
     */
    public record Result(int exitCode, String output) {}

    /** Skips the test, with the reason, where it cannot act as a second user. */
    public static void assumePresent() throws IOException, InterruptedException {
        boolean isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(isRoot, "a test as a second user needs root");
        assumeTrue(canSwitch(), "a test as a second user needs setpriv and user " + UID);
    }

    private static boolean canSwitch() throws InterruptedException {
        try {
            return run("true").exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs a script of the shell; the arguments are {@code $1}, {@code $2} and so on in it. */
    public static Result run(String script, Object... arguments)
            throws IOException, InterruptedException {
        String id = Integer.toString(UID);
        List<String> words =
                new ArrayList<>(List.of("setpriv", "--reuid", id, "--regid", id, "--clear-groups"));
        words.addAll(List.of("/bin/sh", "-c", script, "sh"));
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        Process process =
                new ProcessBuilder(words)
                        .directory(Path.of("/").toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    /** Makes a directory one that all users write to, as /tmp and /dev/shm are. */
    public static Path share(Path directory) throws IOException {
        Files.setAttribute(directory, "unix:mode", WORLD_WRITABLE);
        return directory;
    }
}
