package musubi.launch.proxy;

import musubi.launch.hosts.RankPlacement;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.BindTo;
import musubi.launch.plan.LaunchPlan.Environment;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.plan.LaunchPlan.Settings;
import musubi.launch.program.RankProgram;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    PayloadWriter write() {
        PayloadWriter out = new PayloadWriter().number(plan.segments().size());
        for (int i = 0; i < plan.segments().size(); i++) {
            write(plan.segments().get(i), out);
            write(programs.get(i), out);
        }
        write(plan.settings(), out);
        plan.placement().write(out);
        plan.remoteLaunch().write(out);
        return out.map(variables).text(directory).text(jobDirectory).number(cores);
    }

    private static void write(Segment segment, PayloadWriter out) {
        out.number(segment.count()).texts(segment.jvmOptions()).text(segment.classPath());
        out.texts(segment.program());
        Set<String> inherited = segment.environment().inherited();
        out.flag(inherited != null).texts(inherited == null ? List.of() : inherited);
        out.map(segment.environment().added());
        out.text(segment.directory() == null ? null : segment.directory().toString());
    }

    private static void write(RankProgram program, PayloadWriter out) {
        switch (program) {
            case RankProgram.Java java ->
                    out.flag(true)
                            .texts(java.jvmOptions())
                            .text(java.userPath())
                            .texts(java.words());
            case RankProgram.Executable one -> out.flag(false).texts(one.words());
        }
    }

    private static void write(Settings settings, PayloadWriter out) {
        out.flag(settings.tagged()).flag(settings.verbose()).number(settings.timeLimitSeconds());
        out.text(settings.transport()).text(settings.bindTo().name());
        out.flag(settings.explain()).flag(settings.check()).number(settings.ranksPerJvm());
        out.number(settings.keyBroadcastBytes());
    }

    static LaunchCommand read(PayloadReader in) throws IOException {
        List<Segment> segments = new ArrayList<>();
        List<RankProgram> programs = new ArrayList<>();
        for (int left = in.size(Integer.BYTES); left > 0; left--) {
            segments.add(readSegment(in));
            programs.add(readProgram(in));
        }
        LaunchPlan plan =
                new LaunchPlan(
                        segments, readSettings(in), RankPlacement.read(in), RemoteLaunch.read(in));
        long count = segments.stream().mapToLong(Segment::count).sum();
        if (count != plan.size()) {
            throw PayloadReader.malformed("ranks=" + count + " placed=" + plan.size(), null);
        }
        return new LaunchCommand(plan, programs, in.map(), in.word(), in.word(), in.number());
    }

    private static Segment readSegment(PayloadReader in) throws IOException {
        int count = in.number();
        List<String> jvmOptions = in.texts();
        String classPath = in.text();
        List<String> program = in.texts();
        boolean some = in.flag();
        Set<String> inherited = new HashSet<>(in.texts());
        Map<String, String> added = new LinkedHashMap<>(in.map());
        String directory = in.text();
        if (count < 0) {
            throw PayloadReader.malformed("count=" + count, null);
        }
        return new Segment(
                count,
                jvmOptions,
                classPath,
                program,
                new Environment(some ? inherited : null, added),
                directory == null ? null : path(directory));
    }

    private static Path path(String text) throws IOException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw PayloadReader.malformed("not a path: " + text, e);
        }
    }

    private static RankProgram readProgram(PayloadReader in) throws IOException {
        return in.flag()
                ? new RankProgram.Java(in.texts(), in.word(), in.texts())
                : new RankProgram.Executable(in.texts());
    }

    private static Settings readSettings(PayloadReader in) throws IOException {
        try {
            return new Settings(
                    in.flag(),
                    in.flag(),
                    in.number(),
                    in.text(),
                    BindTo.valueOf(String.valueOf(in.text())),
                    in.flag(),
                    in.flag(),
                    in.number(),
                    in.number());
        } catch (IllegalArgumentException e) {
            throw PayloadReader.malformed("no such binding", e);
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
