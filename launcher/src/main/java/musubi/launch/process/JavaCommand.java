package musubi.launch.process;

import musubi.launch.options.JvmOptions;
import musubi.launch.plan.JournalOptions;
import musubi.launch.program.Installation;
import musubi.launch.training.RankCache;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line of a rank's JVM: Musubi's flags, the user's options, and a class path that
 * starts with Musubi's jars. An AOT cache is valid only for a class path with the same beginning as
 * at its creation.
 *
 * @param variables the environment of mpiexec, which may contain JVM options
 * @param journal whether the ranks write or replay journals
 * @param heapOption the option for the maximum heap; empty for the JVM's default
 * @param compilerFlags the options of the JIT compilers, unless the user has chosen thresholds
 */
public record JavaCommand(
        Installation installation,
        Map<String, String> variables,
        boolean journal,
        String heapOption,
        List<String> compilerFlags) {
    /** Directs thread dumps (SIGQUIT) to standard error, apart from results. */
    private static final String DUMPS_TO_STDERR = "-XX:+DisplayVMOutputToStderr";

    /**
     * A receive returns a new Status. Inlined into its caller, escape analysis removes the
     * allocation; without these commands inlining depends on the order in which methods become hot.
     * {@code quiet} suppresses the JVM's message about them.
     */
    private static final List<String> FREE_STATUS =
            List.of(
                    "-XX:CompileCommand=quiet",
                    "-XX:CompileCommand=inline,mpi.Comm::recv",
                    "-XX:CompileCommand=inline,mpi.Comm::Recv");

    private static final String GRANT = "--enable-native-access=ALL-UNNAMED";

    /** Musubi's modules that call the C library, which are unnamed on a class path. */
    private static final String MODULES = ",musubi.core,musubi.shm,musubi.tcp";

    private static final String[] OPTION_VARIABLES = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"};

    /** Commands with the JVM's default for the maximum heap. */
    public JavaCommand(Installation installation, Map<String, String> variables, boolean journal) {
        this(installation, variables, journal, "", List.of());
    }

    /**
     * The same with the share of each JVM in the memory and the cores of its machine.
     *
     * @param sharesMemory whether all messages of the job go through shared memory
     */
    JavaCommand with(MemoryShare share, int ranksOfMachine, boolean sharesMemory) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new JavaCommand(
                installation,
                variables,
                journal,
                share.heapOption(),
                CompilerFlags.of(share, ranksOfMachine, cores, sharesMemory));
    }

    /**
     * The whole command of a rank's JVM.
     *
     * @param jvmOptions the user's options, without the class path
     * @param userPath the user's class path
     * @param program the main class, or -m and a module, with arguments; empty for an option that
     *     only prints
     */
    List<String> command(List<String> jvmOptions, String userPath, List<String> program) {
        return command(rankCache(userPath), jvmOptions, pathOption(userPath), program);
    }

    /**
     * The same with a given cache.
     *
     * @param cache the cache and the class path
     */
    List<String> command(RankCache cache, List<String> jvmOptions, List<String> program) {
        return command(cache, jvmOptions, pathOption(cache.userPath()), program);
    }

    /** The same without the class path, which is in the variable {@code CLASSPATH} instead. */
    List<String> commandWithoutPath(
            RankCache cache, List<String> jvmOptions, List<String> program) {
        return command(cache, jvmOptions, List.of(), program);
    }

    /** The cache of the installation for ranks that are processes. */
    RankCache rankCache(String userPath) {
        return installed(installation.rankCache(), userPath);
    }

    /** The cache of the installation for PVAS nodes, which have Musubi's class path only. */
    RankCache nodeCache() {
        return installed(installation.nodeCache(), "");
    }

    private static RankCache installed(Path cache, String userPath) {
        List<String> options =
                Files.isRegularFile(cache)
                        ? List.of("-XX:AOTCache=" + cache, RankCache.QUIET)
                        : List.of();
        return new RankCache(options, userPath);
    }

    private List<String> command(
            RankCache cache, List<String> jvmOptions, List<String> path, List<String> program) {
        List<String> words = new ArrayList<>();
        words.add(Installation.java());
        words.addAll(flags(jvmOptions, cache, program));
        words.addAll(withMusubiModules(jvmOptions));
        words.addAll(path);
        words.addAll(program);
        return words;
    }

    private List<String> pathOption(String userPath) {
        return List.of("-cp", classPath(userPath));
    }

    /** The whole class path. */
    String classPath(String userPath) {
        String path = installation.classPath(userPath);
        return journal ? path + ":" + installation.journalClassPath() : path;
    }

    /** The options of a JVM, those of the environment included. */
    List<String> allOptions(List<String> jvmOptions) {
        List<String> all = new ArrayList<>(jvmOptions);
        for (String name : OPTION_VARIABLES) {
            all.addAll(List.of(variables.getOrDefault(name, "").split("\\s+")));
        }
        return all;
    }

    private List<String> flags(List<String> jvmOptions, RankCache cache, List<String> program) {
        List<String> known = allOptions(jvmOptions);
        List<String> flags = new ArrayList<>();
        if (!JvmOptions.decideNativeAccess(known)) {
            flags.add(isModule(program) ? GRANT + MODULES : GRANT);
        }
        flags.add("-XX:-UsePerfData");
        flags.add(DUMPS_TO_STDERR);
        flags.addAll(FREE_STATUS);
        if (!CompilerFlags.areGiven(known)) {
            flags.addAll(compilerFlags);
        }
        if (journal) {
            flags.addAll(JournalOptions.FLAGS);
        }
        if (!JvmOptions.chooseCollector(known)) {
            flags.add("-XX:+UseSerialGC");
        }
        if (!heapOption.isEmpty() && !JvmOptions.chooseHeap(known)) {
            flags.add(heapOption);
        }
        if (!JvmOptions.chooseArchive(known)) {
            flags.addAll(cache.options());
        }
        return flags;
    }

    /** Whether a module is started; {@code java -version} starts nothing. */
    private static boolean isModule(List<String> program) {
        String first = program.isEmpty() ? "" : program.getFirst();
        return first.equals("-m") || first.startsWith("--module");
    }

    /** The user's options, with Musubi's modules appended to a module path. */
    private List<String> withMusubiModules(List<String> jvmOptions) {
        List<String> words = new ArrayList<>(jvmOptions);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith("--module-path=")) {
                words.set(i, word + ":" + installation.moduleDirectory());
            } else if ((word.equals("-p") || word.equals("--module-path"))
                    && i + 1 < words.size()) {
                words.set(i + 1, words.get(i + 1) + ":" + installation.moduleDirectory());
            }
        }
        return words;
    }
}
