package musubi.launch.process;

import musubi.launch.hosts.LocalHost;

import java.util.ArrayList;
import java.util.List;

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

    /** The script, and then the command in the same process. */
    List<String> before(List<String> command) {
        List<String> words = new ArrayList<>(command.size() + 6);
        words.addAll(List.of("env", QUIET + "=0", "perl", "-e", script + EXECUTE, "--"));
        words.addAll(command);
        return words;
    }
}
