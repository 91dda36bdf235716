package musubi.launch.plan;

import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The option {@code -path}: directories of executable files. */
final class SearchPath {
    private SearchPath() {}

    /** The program and its arguments, the program as a file if one of the directories has it. */
    static List<String> resolve(CommandLinePart part) {
        List<String> program = part.program();
        String name = program.getFirst();
        if (name.indexOf('/') >= 0) {
            return program;
        }
        for (String directories : part.options().all(Option.SEARCH_PATH)) {
            for (String directory : directories.split(":")) {
                Path file = Path.of(directory).toAbsolutePath().resolve(name);
                if (Files.isExecutable(file) && !Files.isDirectory(file)) {
                    List<String> words = new ArrayList<>(program);
                    words.set(0, file.toString());
                    return words;
                }
            }
        }
        return program;
    }
}
