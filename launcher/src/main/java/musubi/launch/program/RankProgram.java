package musubi.launch.program;

import java.util.List;
import java.util.Objects;

/** The program that the ranks of a segment run. */
public sealed interface RankProgram {
    /**
     * A program for the JVM.
     *
     * @param jvmOptions options, without the class path
     * @param userPath the user's class path
     * @param words the main class, or -m and a module, with arguments
     */
    record Java(List<String> jvmOptions, String userPath, List<String> words)
            implements RankProgram {
        public Java {
            Objects.requireNonNull(userPath, "userPath");
        }
    }

    /**
     * Any other executable file.
     *
     * @param words the command
     */
    record Executable(List<String> words) implements RankProgram {}
}
