import com.puppycrawl.tools.checkstyle.AbstractAutomaticBean.OutputStreamOptions;
import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.DefaultLogger;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.CheckstyleException;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks all Java sources of the project: their layout with google-java-format, the rules of {@code
 * config/checkstyle.xml} with Checkstyle, and their words, as well as those of the documents, with
 * {@code config/words.txt}. The root pom.xml runs it on the JDK 25, because the first two need it
 * to parse Java 25.
 *
 * <p>Usage: {@code CheckSources check|format ROOT}; {@code format} mends the layout and checks no
 * more. If something is wrong, it creates {@code ROOT/target/sources-broken}, on which the build
 * then fails.
 */
final class CheckSources {
    private static final PrintWriter OUT = new PrintWriter(System.out, true);

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[1]);
        Path broken = root.resolve("target/sources-broken");
        Files.deleteIfExists(broken);
        Files.createDirectories(broken.getParent());
        List<Path> sources = sources(root);
        boolean good =
                args[0].equals("format") ? format(sources, OUT, "--replace") : check(root, sources);
        if (!good) {
            Files.createFile(broken);
        }
    }

    /** Layout and style at once: each takes some 30 s of a processor. */
    private static boolean check(Path root, List<Path> sources) throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        CompletableFuture<Boolean> layout =
                CompletableFuture.supplyAsync(() -> checkLayout(sources, out));
        boolean hasStyle = checkStyle(root, sources);
        boolean hasWords = checkWords(root, sources);
        boolean hasLayout = layout.join();
        OUT.print(text);
        OUT.flush();
        return hasLayout && hasStyle && hasWords;
    }

    /** Lines of sources and documents with words that {@code config/words.txt} replaces. */
    private static boolean checkWords(Path root, List<Path> sources) throws IOException {
        List<Path> files = new ArrayList<>(sources);
        files.removeIf(file -> file.endsWith("config/CheckSources.java"));
        files.addAll(documents(root));
        List<RejectedWord> words = RejectedWord.read(root.resolve("config/words.txt"));
        Pattern any = RejectedWord.any(words);
        boolean good = true;
        for (Path file : files) {
            String text = Files.readString(file);
            if (any.matcher(text).find()) {
                good = false;
                String place = root.relativize(file).toString();
                words.forEach(word -> word.print(place, text));
            }
        }
        return good;
    }

    private static List<Path> documents(Path root) throws IOException {
        List<Path> documents = new ArrayList<>(List.of(root.resolve("README.md")));
        documents.add(root.resolve("SECURITY.md"));
        try (Stream<Path> walk = Files.walk(root.resolve("docs"))) {
            walk.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        documents.remove(root.resolve("docs/glossary.md"));
        return documents;
    }

    /** A line of {@code config/words.txt}: a regular expression and what to write instead. */
    private record RejectedWord(Pattern pattern, String advice) {
        private static final String ARROW = " -> ";

        static List<RejectedWord> read(Path file) throws IOException {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(RejectedWord::parse)
                    .toList();
        }

        private static RejectedWord parse(String line) {
            int arrow = line.indexOf(ARROW);
            if (arrow < 0) {
                throw new IllegalArgumentException("not of the form 'pattern -> advice': " + line);
            }
            String advice = line.substring(arrow + ARROW.length());
            return new RejectedWord(pattern(line.substring(0, arrow).strip()), advice);
        }

        private static Pattern pattern(String words) {
            return Pattern.compile("\\b(" + words + ")\\b", Pattern.CASE_INSENSITIVE);
        }

        /** One pattern for all, as most files have none of the words. */
        static Pattern any(List<RejectedWord> words) {
            return pattern(
                    words.stream()
                            .map(word -> word.pattern.pattern())
                            .collect(Collectors.joining("|")));
        }

        void print(String place, String text) {
            int number = 0;
            for (String line : text.lines().toList()) {
                number++;
                Matcher found = pattern.matcher(line);
                if (found.find()) {
                    String what = found.group() + " (config/words.txt: " + advice + ")";
                    OUT.println(place + ":" + number + ": " + what);
                }
            }
        }
    }

    private static boolean checkLayout(List<Path> sources, PrintWriter out) {
        boolean good = format(sources, out, "--dry-run", "--set-exit-if-changed");
        if (!good) {
            out.println("^ not in the layout of google-java-format. To mend it:");
            out.println("  mvn -B -N -Pformat process-sources");
        }
        return good;
    }

    /** Prints the names of the files whose layout differs, and the syntax errors. */
    private static boolean format(List<Path> sources, PrintWriter out, String... options) {
        List<String> command = new ArrayList<>(List.of("--aosp"));
        command.addAll(List.of(options));
        sources.forEach(source -> command.add(source.toString()));
        ToolProvider formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
        return formatter.run(out, out, command.toArray(String[]::new)) == 0;
    }

    /** Both halves of the sources at once, because a {@code Checker} uses one processor. */
    private static boolean checkStyle(Path root, List<Path> sources) {
        int half = sources.size() / 2;
        CompletableFuture<Integer> first =
                CompletableFuture.supplyAsync(
                        () -> styleErrors(root, "1", sources.subList(0, half)));
        int second = styleErrors(root, "2", sources.subList(half, sources.size()));
        return first.join() + second == 0;
    }

    private static int styleErrors(Path root, String part, List<Path> sources) {
        Properties properties = new Properties();
        Path cache = root.resolve("target/checkstyle-" + part + ".cache");
        properties.setProperty("cacheFile", cache.toString());
        try {
            Checker checker = new Checker();
            checker.setModuleClassLoader(Checker.class.getClassLoader());
            checker.configure(
                    ConfigurationLoader.loadConfiguration(
                            root.resolve("config/checkstyle.xml").toString(),
                            new PropertiesExpander(properties)));
            checker.addListener(new DefaultLogger(System.out, OutputStreamOptions.NONE));
            int errors = checker.process(sources.stream().map(Path::toFile).toList());
            checker.destroy();
            return errors;
        } catch (CheckstyleException e) {
            throw new IllegalStateException("Checkstyle failed", e);
        }
    }

    /** The sources of the modules, and those of folders that are no module, as examples. */
    private static List<Path> sources(Path root) throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path folder : folders.sorted().toList()) {
                boolean isModule = Files.exists(folder.resolve("pom.xml"));
                addSources(isModule ? folder.resolve("src") : folder, sources);
            }
        }
        return sources;
    }

    private static void addSources(Path folder, List<Path> sources) throws IOException {
        if (!Files.isDirectory(folder) || folder.getFileName().toString().equals("target")) {
            return;
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
    }
}
