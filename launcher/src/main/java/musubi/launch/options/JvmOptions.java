package musubi.launch.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The options of the JVM on a command line of mpiexec. */
public final class JvmOptions {
    /** The Java release of a source file. */
    public static final String SOURCE = "--source";

    private static final List<String> PREFIXES =
            words(
                    """
                    -D -X -ea: -da: -enableassertions: -disableassertions:
                    -agentlib: -agentpath: -javaagent: -verbose:
                    --add-modules --add-opens --add-exports --add-reads
                    --limit-modules --module-path --upgrade-module-path --patch-module
                    --enable-native-access --illegal-native-access
                    --sun-misc-unsafe-memory-access --finalization
                    """);

    private static final List<String> EXACT =
            words(
                    """
                    -ea -enableassertions -esa -enablesystemassertions
                    -da -disableassertions -dsa -disablesystemassertions
                    -server -client -p -showversion --show-version --enable-preview --source
                    """);

    private static final List<String> WITH_VALUE =
            words(
                    """
                    --add-modules --add-opens --add-exports --add-reads
                    --limit-modules --module-path -p --upgrade-module-path --patch-module
                    --enable-native-access --illegal-native-access
                    --sun-misc-unsafe-memory-access --finalization --source
                    """);

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    private JvmOptions() {}

    private static List<String> words(String text) {
        return List.of(text.split("\\s+"));
    }

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
        return EXACT.contains(word) || PREFIXES.stream().anyMatch(word::startsWith);
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
        return haveAny(words, "-Xbootclasspath", "-javaagent");
    }

    /** Whether an option selects a garbage collector. */
    public static boolean chooseCollector(List<String> words) {
        return words.stream().anyMatch(word -> word.startsWith("-XX:+Use") && word.endsWith("GC"));
    }

    /** Whether an option grants or denies native access. */
    public static boolean decideNativeAccess(List<String> words) {
        return haveAny(words, "--enable-native-access", "--illegal-native-access");
    }

    /** Whether an option selects a class-data archive or AOT cache. */
    public static boolean chooseArchive(List<String> words) {
        return haveAny(words, "-XX:AOT", "-XX:Shared", "-Xshare");
    }

    /** Whether an option sets a size of the heap, or may do so in a file. */
    public static boolean chooseHeap(List<String> words) {
        return haveAny(
                words,
                "-Xmx",
                "-Xms",
                "-Xmn",
                "-XX:MaxHeapSize=",
                "-XX:InitialHeapSize=",
                "-XX:NewSize=",
                "-XX:MaxNewSize=",
                "-XX:MaxRAM",
                "-XX:InitialRAM",
                "-XX:MinRAM",
                "-XX:Flags=",
                "-XX:VMOptionsFile=",
                "@");
    }

    private static boolean haveAny(List<String> words, String... prefixes) {
        return words.stream().anyMatch(word -> Stream.of(prefixes).anyMatch(word::startsWith));
    }
}
