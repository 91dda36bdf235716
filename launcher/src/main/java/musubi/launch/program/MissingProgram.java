package musubi.launch.program;

import musubi.launch.failure.LaunchFailure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The failure for an argument that is not a program, with a probable cause. */
final class MissingProgram {
    private static final String CLASS = ".class";

    private MissingProgram() {}

    /**
     * The failure.
     *
     * @param words the program and its arguments as given
     * @param userPath the searched class path
     * @param base the working directory of the program
     */
    static LaunchFailure of(List<String> words, String userPath, Path base) {
        String word = words.getFirst();
        return LaunchFailure.notFound("no class, source file, jar or executable file")
                .with("program", word)
                .with("class path", userPath)
                .advice(advice(words, userPath, base));
    }

    private static String advice(List<String> words, String userPath, Path base) {
        String word = words.getFirst();
        if (words.size() > 1 && ProgramResolver.isJavaProgram(words.get(1))) {
            return "the next argument looks like a program; give the directory of recordings after"
                    + " an equals sign: --timeline="
                    + word;
        }
        Path file = base.resolve(word);
        if (Files.isDirectory(file)) {
            return word + " is a directory";
        }
        if (word.endsWith(CLASS)) {
            String name = word.substring(0, word.length() - CLASS.length());
            return "name the class, not its file: " + name.substring(name.lastIndexOf('/') + 1);
        }
        if (Files.isRegularFile(file)) {
            return Files.isExecutable(file)
                    ? "did you mean ./" + word + "?"
                    : word + " is not executable";
        }
        String source = word.replace('.', '/') + ".java";
        if (Files.isRegularFile(Path.of(source))) {
            return "did you mean " + source + "?";
        }
        return "check the name, or set the class path with -cp" + missingEntries(userPath);
    }

    private static String missingEntries(String userPath) {
        List<String> missing =
                Stream.of(userPath.split(":"))
                        .filter(entry -> !entry.isEmpty() && !entry.endsWith("*"))
                        .filter(entry -> !Files.exists(Path.of(entry)))
                        .toList();
        return missing.isEmpty() ? "" : " (missing: " + String.join(", ", missing) + ")";
    }
}
