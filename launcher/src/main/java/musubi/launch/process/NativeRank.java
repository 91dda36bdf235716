package musubi.launch.process;

import java.util.List;

/**
 * The command of a native program. Like a rank of MPICH it finds the process manager through
 * PMI_FD, the descriptor of a connected socket. Java cannot pass on descriptors, so perl connects
 * and executes the program; without perl a native MPI program runs as a singleton.
 */
final class NativeRank {
    /** Identifies the rank, reads the four lines of the reply, and leaves the socket open. */
    private static final String CONNECT =
            """
            $^F = 255;
            if (socket(S, 1, 1, 0) && connect(S, pack("S a*", 1, "$ENV{MUSUBI_PMI}\\0"))) {
                syswrite(S, "cmd=initack pmiid=$ENV{PMI_RANK}\\n");
                my $lines = 0;
                while ($lines < 4 && sysread(S, my $byte, 1)) { $lines++ if $byte eq "\\n" }
                $ENV{PMI_FD} = fileno(S) if $lines == 4;
            }
            """;

    private NativeRank() {}

    /** The command that runs this program. */
    static List<String> command(List<String> program) {
        return PerlCommand.isPossible() ? new PerlCommand(CONNECT).inside(program) : program;
    }
}
