package musubi.launch.proxy;

import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.program.RankProgram;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The command to start ranks, sent unchanged to all node proxies; each starts its share of the
 * placement.
 *
 * @param plan the plan of the whole job
 * @param programs the resolved programs of the segments
 * @param variables the environment of mpiexec
 * @param directory the working directory of mpiexec
 * @param jobDirectory the job directory of mpiexec, with which class paths may start
 * @param cores the number of cores that all ranks assume
 */
record LaunchCommand(
        LaunchPlan plan,
        List<RankProgram> programs,
        Map<String, String> variables,
        String directory,
        String jobDirectory,
        int cores) {
    LaunchCommand {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(jobDirectory, "jobDirectory");
        long count = plan.segments().stream().mapToLong(Segment::count).sum();
        if (count != plan.size() || programs.size() != plan.segments().size()) {
            throw new IllegalArgumentException(
                    "ranks=%d placed=%d programs=%d segments=%d"
                            .formatted(
                                    count, plan.size(), programs.size(), plan.segments().size()));
        }
    }

    /** The programs, with the node's job directory in place of that of mpiexec. */
    List<RankProgram> programsIn(Path ownDirectory) {
        return programs.stream().map(program -> in(ownDirectory, program)).toList();
    }

    private RankProgram in(Path ownDirectory, RankProgram program) {
        if (program instanceof RankProgram.Java java && java.userPath().startsWith(jobDirectory)) {
            String path = ownDirectory + java.userPath().substring(jobDirectory.length());
            return new RankProgram.Java(java.jvmOptions(), path, java.words());
        }
        return program;
    }
}
