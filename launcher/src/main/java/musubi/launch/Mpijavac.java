package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.JvmOptions;
import musubi.launch.program.Installation;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/**
 * The command mpijavac: javac with Musubi on the class path. With {@code --showme} it prints the
 * command of javac, as Open MPI's wrapper compilers do.
 *
 * @param variables the environment
 */
record Mpijavac(Map<String, String> variables, PrintStream out, PrintStream err) {
    private static final String PREFIX = "mpijavac: ";
    private static final String SHOW = "--showme";

    /** Runs the command; returns its exit code. */
    int run(List<String> words) {
        try {
            return run(words, Installation.find());
        } catch (LaunchFailure e) {
            err.println(PREFIX + e.getMessage());
            return e.exitCode();
        }
    }

    private int run(List<String> words, Installation installation) {
        String userPath = variables.getOrDefault("CLASSPATH", ".");
        List<String> others = new ArrayList<>();
        String show = null;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (JvmOptions.isClassPath(word) && i + 1 < words.size()) {
                userPath = words.get(++i);
            } else if (word.startsWith(SHOW) || word.startsWith(SHOW.substring(1))) {
                show = word.substring(word.indexOf("showme") + "showme".length());
            } else {
                others.add(word);
            }
        }
        Path library = installation.apiModule();
        List<String> flags = List.of("-cp", library + ":" + userPath);
        if (show != null) {
            out.println(shown(show, library, flags, others));
            return 0;
        }
        List<String> all = new ArrayList<>(flags);
        all.addAll(others);
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow(Mpijavac::noCompiler);
        return compiler.run(out, err, all.toArray(new String[0]));
    }

    private static LaunchFailure noCompiler() {
        return LaunchFailure.of("no compiler")
                .with("java.home", System.getProperty("java.home"))
                .advice("set MUSUBI_JAVA_HOME to a JDK");
    }

    private static String shown(
            String what, Path library, List<String> flags, List<String> others) {
        String compiler = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
        return switch (what) {
            case ":compile" -> String.join(" ", flags);
            case ":command" -> compiler;
            case ":link", ":libs" -> "";
            case ":incdirs", ":libdirs" -> library.getParent().toString();
            case ":version" -> Mpiexec.version("mpijavac");
            default -> {
                List<String> all = new ArrayList<>(List.of(compiler));
                all.addAll(flags);
                all.addAll(others);
                yield String.join(" ", all);
            }
        };
    }
}
