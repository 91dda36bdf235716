package musubi.launch.program;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.job.JobDirectory;
import musubi.launch.options.ArgumentFile;
import musubi.launch.options.JvmOptions;
import musubi.launch.plan.LaunchPlan.Segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Determines the kind of the user's program: a source file, a jar, a class, the word java with
 * options and one of these, or another executable file.
 *
 * <p>Thread rule: one thread.
 */
public final class ProgramResolver {
    /** The name prefix of directories with compiled programs. */
    public static final String CLASSES = "classes";

    private static final String JAR_OPTION = "-jar";

    private final Installation installation;
    private final JobDirectory directory;
    private final Map<String, String> variables;
    private final Consumer<String> notes;
    private final Map<Path, Compiled> compiled = new HashMap<>();

    /** A source program and the directory of its classes. */
    private record Compiled(SourceProgram source, Path output) {}

    /**
     * A resolver for one job.
     *
     * @param directory the parent of directories with compiled programs
     * @param variables the environment of mpiexec
     * @param notes receives warnings of the compiler
     */
    public ProgramResolver(
            Installation installation,
            JobDirectory directory,
            Map<String, String> variables,
            Consumer<String> notes) {
        this.notes = notes;
        this.installation = installation;
        this.directory = directory;
        this.variables = variables;
    }

    /**
     * The program of this segment.
     *
     * @throws LaunchFailure if the program does not exist or does not compile
     */
    public RankProgram resolve(Segment segment) {
        String first = segment.program().getFirst();
        if (first.equals("java") || first.endsWith("/java")) {
            return javaWords(segment);
        }
        if (isJavaProgram(first)) {
            return javaProgram(segment, segment.jvmOptions(), segment.program());
        }
        boolean mayBeClass = first.indexOf('/') < 0;
        if (mayBeClass && ClassSearch.finds(first, installation.rankJars(), userPath(segment))) {
            return new RankProgram.Java(segment.jvmOptions(), userPath(segment), segment.program());
        }
        if (executable(first, segment) != null) {
            return executableWords(segment);
        }
        throw missing(segment);
    }

    private LaunchFailure missing(Segment segment) {
        Path base = segment.directory() == null ? Path.of("") : segment.directory();
        return MissingProgram.of(segment.program(), userPath(segment), base);
    }

    /** Whether this argument can only be a Java program. */
    static boolean isJavaProgram(String word) {
        return JvmOptions.startsProgram(word)
                || SourceProgram.isSource(word)
                || word.endsWith(".jar");
    }

    /** A command of java: its options end before its program. */
    private RankProgram javaWords(Segment segment) {
        List<String> jvm = new ArrayList<>(segment.jvmOptions());
        List<String> words = new ArrayList<>(segment.program());
        String path = segment.classPath();
        int at = 1;
        while (at < words.size() && isJavaOption(words.get(at))) {
            String word = words.get(at++);
            if (word.startsWith("@")) {
                words.addAll(
                        at, ArgumentFile.words(Path.of(word.substring(1)), "java's arguments"));
            } else if (JvmOptions.isClassPath(word) && at < words.size()) {
                path = words.get(at++);
            } else if (word.startsWith("--class-path=")) {
                path = word.substring(word.indexOf('=') + 1);
            } else {
                jvm.add(word);
                if (JvmOptions.hasSeparateValue(word) && at < words.size()) {
                    jvm.add(words.get(at++));
                }
            }
        }
        Segment inner =
                new Segment(
                        segment.count(),
                        jvm,
                        path,
                        words.subList(at, words.size()),
                        segment.environment(),
                        segment.directory());
        if (at < words.size() && isJavaProgram(words.get(at))) {
            return javaProgram(inner, jvm, inner.program());
        }
        checkClass(inner);
        return new RankProgram.Java(jvm, userPath(inner), inner.program());
    }

    private static boolean isJavaOption(String word) {
        return (word.startsWith("-") || word.startsWith("@")) && !JvmOptions.startsProgram(word);
    }

    /** Reports a missing class once, instead of once per JVM. */
    private void checkClass(Segment segment) {
        if (segment.program().isEmpty() || JvmOptions.extendClassSearch(segment.jvmOptions())) {
            return;
        }
        String name = segment.program().getFirst();
        if (!ClassSearch.finds(name, installation.rankJars(), userPath(segment))) {
            throw missing(segment);
        }
    }

    private RankProgram javaProgram(Segment segment, List<String> jvm, List<String> program) {
        String first = program.getFirst();
        boolean option = first.equals(JAR_OPTION) || first.equals("--jar");
        if (option && program.size() < 2) {
            throw LaunchFailure.usage("option '-jar' needs the name of a jar");
        }
        int used = option ? 2 : 1;
        String file = program.get(used - 1);
        List<String> arguments = program.subList(used, program.size());
        if (option || file.endsWith(".jar")) {
            JarProgram jar = JarProgram.read(absolute(file));
            List<String> words = new ArrayList<>(jvm);
            words.addAll(jar.jvmOptions());
            return new RankProgram.Java(
                    words, absolute(file).toString(), with(jar.mainClass(), arguments));
        }
        if (SourceProgram.isSource(file)) {
            return source(segment, jvm, absolute(file), arguments);
        }
        return new RankProgram.Java(jvm, userPath(segment), program);
    }

    private RankProgram source(
            Segment segment, List<String> jvm, Path file, List<String> arguments) {
        SourceProgram.checkExists(file);
        String userPath = userPath(segment);
        Compiled program = compiled.get(file);
        if (program == null) {
            program = compile(file, installation.classPath(userPath), jvm);
            compiled.put(file, program);
        }
        String path = program.output() + ":" + userPath;
        return new RankProgram.Java(
                JvmOptions.withoutSource(jvm), path, with(program.source().mainClass(), arguments));
    }

    private Compiled compile(Path file, String classPath, List<String> jvm) {
        Path output = directory.resolve(CLASSES + compiled.size());
        try {
            Files.createDirectory(output);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot create a directory for classes", e).with("cause", e);
        }
        SourceProgram source = SourceProgram.compile(file, output, classPath, jvm);
        if (!source.warnings().isBlank()) {
            notes.accept(source.warnings().strip());
        }
        return new Compiled(source, output);
    }

    private static List<String> with(String first, List<String> rest) {
        List<String> words = new ArrayList<>(rest.size() + 1);
        words.add(first);
        words.addAll(rest);
        return words;
    }

    private RankProgram executableWords(Segment segment) {
        if (!segment.jvmOptions().isEmpty() || segment.classPath() != null) {
            throw LaunchFailure.usage("JVM options or -cp for a program that is not Java")
                    .with("program", segment.program().getFirst())
                    .advice("is the class missing on the class path?");
        }
        return new RankProgram.Executable(segment.program());
    }

    private Path executable(String word, Segment segment) {
        if (word.indexOf('/') < 0) {
            return LocalHost.executable(word);
        }
        Path base = segment.directory() == null ? Path.of("") : segment.directory();
        Path path = base.resolve(word);
        return Files.isExecutable(path) && !Files.isDirectory(path) ? path : null;
    }

    /** The user's class path; relative entries start at the directory of mpiexec. */
    private String userPath(Segment segment) {
        String path = segment.classPath();
        if (path == null) {
            path = variables.getOrDefault("CLASSPATH", ".");
        }
        if (segment.directory() == null) {
            return path;
        }
        return Stream.of(path.split(":"))
                .map(entry -> absolute(entry.isEmpty() ? "." : entry).toString())
                .collect(Collectors.joining(":"));
    }

    private static Path absolute(String file) {
        return Path.of(file).toAbsolutePath().normalize();
    }
}
