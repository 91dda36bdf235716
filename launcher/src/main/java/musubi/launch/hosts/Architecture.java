package musubi.launch.hosts;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names of processor architectures. */
final class Architecture {
    private static final List<Set<String>> SAME =
            List.of(
                    Set.of("amd64", "x86_64", "x86-64", "x64"),
                    Set.of("aarch64", "arm64"),
                    Set.of("ppc64le", "powerpc64le"));

    private Architecture() {}

    /** Whether both names, as of {@code uname -m} or of Java, mean one architecture. */
    static boolean is(String name, String other) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals(other)
                || SAME.stream().anyMatch(names -> names.contains(lower) && names.contains(other));
    }
}
