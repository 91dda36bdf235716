package musubi.launch.process;

import musubi.launch.hosts.LocalHost;

import java.util.ArrayList;
import java.util.List;

/**
 * Starts a program that is not Java so that it finds the process manager as MPICH's own ranks do:
 * PMI_FD is the number of a connected socket. Java cannot hand one down, so perl connects and
 * becomes the program; without perl a native MPI program is alone.
 */
final class NativeRank {
    /** Says which rank it is, takes the four lines of the answer, and leaves the socket open. */
    private static final String CONNECT =
            """
            $^F = 255;
            if (socket(S, 1, 1, 0) && connect(S, pack("S a*", 1, "$ENV{MUSUBI_PMI}\\0"))) {
                syswrite(S, "cmd=initack pmiid=$ENV{PMI_RANK}\\n");
                my $lines = 0;
                while ($lines < 4 && sysread(S, my $byte, 1)) { $lines++ if $byte eq "\\n" }
                $ENV{PMI_FD} = fileno(S) if $lines == 4;
            }
            exec {$ARGV[0]} @ARGV;
            print STDERR "$ARGV[0]: $!\\n";
            exit 127;
            """;

    private NativeRank() {}

    /** The command for these words. */
    static List<String> command(List<String> program) {
        if (LocalHost.executable("perl") == null) {
            return program;
        }
        List<String> words = new ArrayList<>(List.of("perl", "-e", CONNECT, "--"));
        words.addAll(program);
        return words;
    }
}
