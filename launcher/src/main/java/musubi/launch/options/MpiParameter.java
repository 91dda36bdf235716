package musubi.launch.options;

import musubi.launch.options.Translation.Verdict;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A parameter of Open MPI (MCA) or a variable of Hydra.
 *
 * @param origin how it was given, for warnings
 */
record MpiParameter(String origin, String name, String value) {
    private static final List<String> PREFIXES = List.of("OMPI_MCA_", "PRTE_MCA_", "PMIX_MCA_");

    private static final String UNKNOWN = "Musubi has no such parameter";

    /** What mpiexec makes of it. */
    Translation translation() {
        if (name.equals("btl")) {
            return transports();
        }
        return Translation.read("parameters.txt").stream()
                .filter(each -> each.matches(name, value))
                .findFirst()
                .orElseGet(() -> ignored(UNKNOWN));
    }

    private Translation ignored(String reason) {
        return new Translation(List.of(name), "*", Verdict.IGNORED, reason);
    }

    /** A warning that it has no effect. */
    String warning(Translation translation) {
        String reason = translation.verdict() == Verdict.IGNORED ? translation.text() : UNKNOWN;
        return origin + " has no effect: " + reason;
    }

    /** The transports that stand for the components of {@code btl}. */
    private Translation transports() {
        boolean without = value.startsWith("^");
        Set<String> named = new LinkedHashSet<>();
        for (String component : (without ? value.substring(1) : value).split(",")) {
            String transport =
                    switch (component.strip()) {
                        case "tcp" -> "tcp";
                        case "sm", "vader", "smcuda" -> "shm";
                        case "openib", "ofi", "uct", "usnic" -> "verbs";
                        case "self" -> "";
                        default -> null;
                    };
            if (transport == null) {
                return ignored("no transport stands for '" + component + "'; see --transport");
            }
            named.add(transport);
        }
        named.remove("");
        List<String> chosen = new ArrayList<>(List.of("shm", "tcp", "verbs"));
        if (without) {
            chosen.remove("verbs");
            chosen.removeAll(named);
        } else {
            chosen.retainAll(named);
        }
        return new Translation(
                List.of(name),
                "*",
                chosen.isEmpty() || without && chosen.size() == 2
                        ? Verdict.IMPLIED
                        : Verdict.REPLACED,
                "--transport " + String.join(",", chosen));
    }

    /** The parameters among the variables of mpiexec, by name. */
    static List<MpiParameter> among(Map<String, String> variables) {
        Map<String, String> candidates = new TreeMap<>(variables);
        candidates.keySet().removeIf(variable -> !isCandidate(variable));
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<Translation> known = Translation.read("parameters.txt");
        List<MpiParameter> found = new ArrayList<>();
        candidates.forEach(
                (variable, value) -> {
                    String name = name(variable);
                    boolean its = known.stream().anyMatch(each -> each.names().contains(name));
                    if (its || !name.equals(variable)) {
                        found.add(new MpiParameter(variable, name, value));
                    }
                });
        return found;
    }

    private static boolean isCandidate(String variable) {
        return variable.startsWith("HYDRA_")
                || variable.startsWith("MPI")
                || PREFIXES.stream().anyMatch(variable::startsWith);
    }

    private static String name(String variable) {
        return PREFIXES.stream()
                .filter(variable::startsWith)
                .findFirst()
                .map(prefix -> variable.substring(prefix.length()))
                .orElse(variable);
    }

    /**
     * The words that stand for the lines of a parameter file: {@code name = value}, or options
     * {@code -mca} and {@code -x}.
     */
    static List<String> wordsOf(Path file) {
        List<String> words = new ArrayList<>();
        for (List<String> line : ArgumentFile.lines(file, "the parameters of -tune")) {
            String text = String.join(" ", line);
            int equals = text.indexOf('=');
            if (text.startsWith("-") || equals < 0) {
                words.addAll(line);
            } else {
                words.add("-mca");
                words.add(text.substring(0, equals).strip());
                words.add(text.substring(equals + 1).strip());
            }
        }
        return words;
    }
}
