package musubi.launch.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The options of the JVM on a command line of mpiexec. */
public final class JvmOptions {
    /** The Java release of a source file. */
    public static final String SOURCE = "--source";

    private static final String[] PREFIXES = {
        "-D",
        "-X",
        "-ea:",
        "-da:",
        "-enableassertions:",
        "-disableassertions:",
        "-agentlib:",
        "-agentpath:",
        "-javaagent:",
        "-verbose:",
        "--add-",
        "--limit-modules",
        "--module-path",
        "--upgrade-module-path",
        "--enable-native-access",
        "--illegal-native-access",
        "--sun-misc-unsafe-memory-access",
        "--finalization",
        "--patch-module",
    };

    private static final Set<String> EXACT =
            Set.of(
                    "-ea",
                    "-da",
                    "-esa",
                    "-dsa",
                    "-enableassertions",
                    "-disableassertions",
                    "-enablesystemassertions",
                    "-disablesystemassertions",
                    "-server",
                    "-client",
                    "--enable-preview",
                    "-p",
                    SOURCE,
                    "-showversion",
                    "--show-version");

    private static final Set<String> WITH_VALUE =
            Set.of(
                    "--add-modules",
                    "--add-opens",
                    "--add-exports",
                    "--add-reads",
                    "--limit-modules",
                    "--module-path",
                    "-p",
                    "--upgrade-module-path",
                    "--enable-native-access",
                    "--illegal-native-access",
                    "--patch-module",
                    "--sun-misc-unsafe-memory-access",
                    "--finalization",
                    SOURCE);

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    private JvmOptions() {}

    /** Whether this word, although it begins with a dash, names the program: a jar or a module. */
    public static boolean startsProgram(String word) {
        return word.equals("-jar")
                || word.equals("--jar")
                || word.equals("-m")
                || word.equals("--module")
                || word.startsWith("--module=");
    }

    /** Whether this argument is an option for the JVM. */
    static boolean isJvmOption(String word) {
        if (EXACT.contains(word)) {
            return true;
        }
        for (String prefix : PREFIXES) {
            if (word.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the value of this option is the next argument. */
    public static boolean hasSeparateValue(String word) {
        return WITH_VALUE.contains(word);
    }

    /** Whether this is the class path option, whose value is the next argument. */
    public static boolean isClassPath(String word) {
        return CLASS_PATH.contains(word);
    }

    /** The options without --source, which would make java itself compile a file. */
    public static List<String> withoutSource(List<String> words) {
        int at = words.indexOf(SOURCE);
        if (at < 0) {
            return words;
        }
        List<String> others = new ArrayList<>(words);
        others.subList(at, Math.min(at + 2, words.size())).clear();
        return others;
    }

    /** Whether an option adds classes from outside the class path. */
    public static boolean extendClassSearch(List<String> words) {
        for (String word : words) {
            if (word.startsWith("-Xbootclasspath") || word.startsWith("-javaagent")) {
                return true;
            }
        }
        return false;
    }

    /** Whether an option selects a garbage collector. */
    public static boolean chooseCollector(List<String> words) {
        for (String word : words) {
            if (word.startsWith("-XX:+Use") && word.endsWith("GC")) {
                return true;
            }
        }
        return false;
    }

    /** Whether an option selects a class-data archive or AOT cache. */
    public static boolean chooseArchive(List<String> words) {
        for (String word : words) {
            if (word.startsWith("-XX:AOT")
                    || word.startsWith("-XX:Shared")
                    || word.startsWith("-Xshare")) {
                return true;
            }
        }
        return false;
    }
}
