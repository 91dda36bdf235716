package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Environment;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.program.Installation;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hands the table of costs, by which ranks choose collective algorithms, out to all ranks. mpiexec
 * reads the file once, and the ranks get its lines: each rank chooses by itself, so all must have
 * the same table, also on hosts that have no such file, or another one.
 */
final class CostTableDistribution {
    private static final String PROPERTY = "-Dmusubi.coll.table=";
    private static final String VARIABLE = "MUSUBI_COLL_TABLE";
    private static final String NONE = "none";
    private static final String TABLE = "musubi.collectives.model.CostTable";

    /** Linux takes 128 KiB for one variable, its name included. */
    private static final int MOST_BYTES = (128 << 10) - 64;

    private CostTableDistribution() {}

    /**
     * The plan with lines in the place of the file.
     *
     * @param variables mpiexec's environment
     * @throws LaunchFailure when there is no such file, when it is no table, or when programs of
     *     the job have different ones
     */
    static LaunchPlan distribute(
            LaunchPlan plan, Map<String, String> variables, Installation installation) {
        Set<String> named =
                plan.segments().stream()
                        .map(segment -> setting(segment, variables))
                        .collect(Collectors.toSet());
        if (named.size() > 1) {
            throw LaunchFailure.usage(
                    "programs of one job go by different tables of costs: coll.table="
                            + named
                            + "; give all the same one, or none, for example with -genv "
                            + VARIABLE);
        }
        String name = named.iterator().next();
        if (name.equals(NONE)) {
            return plan;
        }
        String lines = lines(name, installation);
        List<Segment> segments =
                plan.segments().stream().map(segment -> with(segment, lines)).toList();
        return new LaunchPlan(segments, plan.settings(), plan.placement(), plan.remoteLaunch());
    }

    /** What a program is told, by property, option or variable, in this order. */
    private static String setting(Segment segment, Map<String, String> variables) {
        Environment environment = segment.environment();
        Set<String> inherited = environment.inherited();
        boolean inherits = inherited == null || inherited.contains(VARIABLE);
        String text = inherits ? variables.getOrDefault(VARIABLE, NONE) : NONE;
        text = environment.added().getOrDefault(VARIABLE, text);
        for (String word : segment.jvmOptions()) {
            text = word.startsWith(PROPERTY) ? word.substring(PROPERTY.length()) : text;
        }
        return text.isEmpty() ? NONE : text;
    }

    private static Segment with(Segment segment, String lines) {
        List<String> words = new ArrayList<>(segment.jvmOptions());
        words.removeIf(word -> word.startsWith(PROPERTY));
        Map<String, String> added = new HashMap<>(segment.environment().added());
        added.put(VARIABLE, lines);
        return new Segment(
                segment.count(),
                words,
                segment.classPath(),
                segment.program(),
                new Environment(segment.environment().inherited(), added),
                segment.directory());
    }

    private static String lines(String name, Installation installation) {
        String lines;
        try {
            lines = RankJarReflection.query(installation, loader -> ask(loader, name));
        } catch (InvocationTargetException e) {
            throw LaunchFailure.of(e.getCause().getMessage(), e);
        } catch (IOException | ReflectiveOperationException e) {
            throw LaunchFailure.of("cannot check the table of costs: cause=" + e, e);
        }
        if (lines.length() > MOST_BYTES) {
            throw LaunchFailure.of(
                    "the table of costs is too long to be handed out: coll.table="
                            + name
                            + " bytes="
                            + lines.length()
                            + " limit="
                            + MOST_BYTES
                            + "; leave out numbers of ranks that the job does not have",
                    null);
        }
        return lines;
    }

    /** The lines as the ranks' own class reads them. */
    private static String ask(ClassLoader loader, String name) throws ReflectiveOperationException {
        return (String)
                loader.loadClass(TABLE).getMethod("linesOf", String.class).invoke(null, name);
    }
}
