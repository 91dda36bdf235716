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
 * The distribution of the cost table for collective algorithms. mpiexec reads the file once and
 * passes its lines to all ranks: each rank selects algorithms on its own, so all ranks need the
 * same table, also on hosts without the file.
 */
final class CostTableDistribution {
    private static final String PROPERTY = "-Dmusubi.coll.table=";
    private static final String VARIABLE = "MUSUBI_COLL_TABLE";
    private static final String NONE = "none";
    private static final String TABLE = "musubi.collectives.model.CostTable";

    /** Linux accepts 128 KiB for one variable, including its name. */
    private static final int MAX_BYTES = (128 << 10) - 64;

    private CostTableDistribution() {}

    /**
     * The plan with the lines in place of the file.
     *
     * @param variables the environment of mpiexec
     * @throws LaunchFailure if the file is missing or malformed, or programs of the job have
     *     different tables
     */
    static LaunchPlan distribute(
            LaunchPlan plan, Map<String, String> variables, Installation installation) {
        Set<String> named =
                plan.segments().stream()
                        .map(segment -> setting(segment, variables))
                        .collect(Collectors.toSet());
        if (named.size() > 1) {
            throw LaunchFailure.usage("different cost tables for programs of one job")
                    .with("coll.table", named)
                    .advice("use one table for all, for example with -genv " + VARIABLE);
        }
        String name = named.iterator().next();
        if (name.equals(NONE)) {
            return plan;
        }
        String lines = lines(name, installation);
        return plan.withSegments(
                plan.segments().stream().map(segment -> with(segment, lines)).toList());
    }

    /** The setting of a program, from property, option or variable, in this order. */
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
            lines = RankJarReflection.query(installation, loader -> read(loader, name));
        } catch (InvocationTargetException e) {
            throw LaunchFailure.of(e.getCause().getMessage(), e);
        } catch (IOException | ReflectiveOperationException e) {
            throw LaunchFailure.of("cannot check the cost table", e).with("cause", e);
        }
        if (lines.length() > MAX_BYTES) {
            throw LaunchFailure.of("the cost table is too long")
                    .with("coll.table", name)
                    .with("bytes", lines.length())
                    .with("limit", MAX_BYTES)
                    .advice("omit numbers of ranks that the job does not have");
        }
        return lines;
    }

    /** The lines, read by the class that the ranks use. */
    private static String read(ClassLoader loader, String name)
            throws ReflectiveOperationException {
        return (String)
                loader.loadClass(TABLE).getMethod("linesOf", String.class).invoke(null, name);
    }
}
