package musubi.launch;

import java.util.List;

/** What the ranks of a segment run. */
sealed interface Program {
    /**
     * A program for the JVM.
     *
     * @param jvmWords options, without the class path
     * @param userPath the user's class path
     * @param words the main class, or -m and a module, and arguments
     */
    record Java(List<String> jvmWords, String userPath, List<String> words) implements Program {}

    /**
     * Any other executable file.
     *
     * @param words the command
     */
    record Executable(List<String> words) implements Program {}
}
