package musubi.launch.process;

import musubi.launch.hosts.LocalHost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command that runs behind a short script of perl, for calls of the system that neither Java nor
 * sh offers. Perl warns of a locale that is not installed unless a variable prevents it; the script
 * removes the variable again, so that the command does not see it.
 */
record PerlCommand(String script) {
    private static final String QUIET = "PERL_BADLANG";

    private static final String EXECUTE =
            """
            delete $ENV{%s};
            exec {$ARGV[0]} @ARGV;
            print STDERR "$ARGV[0]: $!\\n";
            exit 127;
            """
                    .formatted(QUIET);

    /** Whether perl is installed. */
    static boolean isPossible() {
        return LocalHost.executable("perl") != null;
    }

    /** Sets the variable that the script of {@link #before} removes. */
    static void suppressWarnings(Map<String, String> environment) {
        if (isPossible()) {
            environment.put(QUIET, "0");
        }
    }

    /** The script, and then the command in the same process. */
    List<String> before(List<String> command) {
        List<String> words = new ArrayList<>(command.size() + 4);
        words.addAll(List.of("perl", "-e", script + EXECUTE, "--"));
        words.addAll(command);
        return words;
    }

    /** The same for a command behind another script, which has removed the variable. */
    List<String> inside(List<String> command) {
        List<String> words = new ArrayList<>(List.of("env", QUIET + "=0"));
        words.addAll(before(command));
        return words;
    }
}
