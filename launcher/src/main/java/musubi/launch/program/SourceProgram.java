package musubi.launch.program;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.JvmOptions;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program given as a source file. mpiexec compiles it once for all ranks, with the other sources
 * of its folder (or of the root of its package) on the source path.
 *
 * @param mainClass the binary name of the main class
 * @param warnings the warnings of the compiler; often empty
 */
public record SourceProgram(String mainClass, String warnings) {
    private static final String MAIN = "main";
    private static final String PREVIEW = "--enable-preview";

    /**
     * Compiles a source file.
     *
     * @param source the file
     * @param output an existing directory for the classes
     * @param classPath where the compiler finds Musubi and the user's classes
     * @param jvmOptions options of the JVM; the compiler heeds --enable-preview and module options
     * @throws LaunchFailure with the compiler's messages when it fails
     */
    public static SourceProgram compile(
            Path source, Path output, String classPath, List<String> jvmOptions) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw LaunchFailure.of("no compiler for " + source)
                    .with("java.home", System.getProperty("java.home"))
                    .advice("set MUSUBI_JAVA_HOME to a JDK");
        }
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            CompilationUnitTree unit = parse(compiler, files, source);
            List<String> options = options(sourceRoot(source, unit), output, classPath, jvmOptions);
            boolean done =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjects(source))
                            .call();
            if (!done) {
                throw LaunchFailure.of(
                        "cannot compile " + source + ":\n" + messages.toString().strip());
            }
            return new SourceProgram(mainClass(source, unit), messages.toString());
        } catch (IOException e) {
            throw LaunchFailure.of("cannot compile " + source, e).with("cause", e);
        }
    }

    private static CompilationUnitTree parse(
            JavaCompiler compiler, StandardJavaFileManager files, Path source) throws IOException {
        Iterable<? extends JavaFileObject> inputs = files.getJavaFileObjects(source);
        // The compilation reports errors.
        JavacTask task =
                (JavacTask)
                        compiler.getTask(
                                new StringWriter(),
                                files,
                                diagnostic -> {},
                                List.of("-proc:none"),
                                null,
                                inputs);
        return task.parse().iterator().next();
    }

    private static List<String> options(
            Path root, Path output, String classPath, List<String> jvmOptions) {
        List<String> options = new ArrayList<>();
        options.addAll(List.of("-d", output.toString(), "-cp", classPath));
        options.addAll(List.of("-sourcepath", root.toString(), "-Xprefer:source"));
        options.addAll(List.of("-proc:none", "-encoding", Charset.defaultCharset().name()));
        int source = jvmOptions.indexOf(JvmOptions.SOURCE);
        boolean preview = jvmOptions.contains(PREVIEW);
        if (source >= 0 || preview) {
            String newest = Integer.toString(Runtime.version().feature());
            options.addAll(List.of("--source", source < 0 ? newest : jvmOptions.get(source + 1)));
            options.add("-Xlint:-options");
        }
        for (int i = 0; i < jvmOptions.size(); i++) {
            String word = jvmOptions.get(i);
            if (word.equals(PREVIEW)) {
                options.add(word);
            } else if (word.startsWith("--add-modules") || word.startsWith("--add-exports")) {
                options.add(word);
                if (JvmOptions.hasSeparateValue(word)) {
                    options.add(jvmOptions.get(++i));
                }
            }
        }
        return options;
    }

    /** The root of the file's package, or the file's folder if the two do not match. */
    private static Path sourceRoot(Path source, CompilationUnitTree unit) {
        Path folder = source.toAbsolutePath().normalize().getParent();
        if (unit.getPackageName() == null) {
            return folder;
        }
        Path root = folder;
        String[] names = unit.getPackageName().toString().split("\\.");
        for (int i = names.length - 1; i >= 0; i--) {
            if (root.getFileName() == null || !root.getFileName().toString().equals(names[i])) {
                return folder;
            }
            root = root.getParent();
        }
        return root;
    }

    /** The first class of the file with a main method, or else one that may inherit it. */
    private static String mainClass(Path source, CompilationUnitTree unit) {
        String first = null;
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declared) {
                String name = declared.getSimpleName().toString();
                if (hasMain(declared)) {
                    first = name;
                    break;
                }
                first = first == null && inherits(declared) ? name : first;
            }
        }
        if (first == null) {
            throw LaunchFailure.of("no class with a main method in the source file")
                    .with("file", source);
        }
        Tree packageName = unit.getPackageName();
        return packageName == null ? first : packageName + "." + first;
    }

    private static boolean hasMain(ClassTree type) {
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method
                    && method.getName().contentEquals(MAIN)
                    && startsProgram(method.getParameters())) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsProgram(List<? extends VariableTree> parameters) {
        return parameters.isEmpty()
                || parameters.size() == 1
                        && parameters.getFirst().getType().toString().contains("String");
    }

    private static boolean inherits(ClassTree type) {
        return type.getExtendsClause() != null || !type.getImplementsClause().isEmpty();
    }

    /** Whether the argument names a source file. */
    static boolean isSource(String word) {
        return word.endsWith(".java") && !word.startsWith("-");
    }

    /** Throws {@link LaunchFailure} if the file does not exist. */
    static void checkExists(Path source) {
        if (!Files.isRegularFile(source)) {
            throw LaunchFailure.notFound("no such source file: " + source);
        }
    }
}
