package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RemoteLaunch.Launcher;
import musubi.launch.link.LinkTimes;
import musubi.launch.options.ArgumentFile;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The options and variables for the start of node proxies.
 *
 * @param all the options of all programs
 * @param variables the environment of mpiexec
 * @param warnings receives warnings that do not prevent the job
 */
record LauncherOptions(
        ParsedOptions all, Map<String, String> variables, Consumer<String> warnings) {
    /** Alternative names, as for the variables below; the first that is set applies. */
    private static final List<String> LAUNCHER = List.of("HYDRA_LAUNCHER", "HYDRA_BOOTSTRAP");

    private static final List<String> EXECUTABLE =
            List.of("HYDRA_LAUNCHER_EXEC", "HYDRA_BOOTSTRAP_EXEC");

    private static final List<String> OPTIONS =
            List.of("HYDRA_LAUNCHER_EXTRA_ARGS", "HYDRA_LAUNCH_EXTRA_ARGS");

    private static final String TCP_RECONNECT = "MUSUBI_TCP_RECONNECT";
    private static final String INTERFACE = "HYDRA_IFACE";

    /** The settings for the start of node proxies. */
    RemoteLaunch read() {
        int fanOut = all.number(Option.FAN_OUT, RemoteLaunch.DEFAULT_FAN_OUT);
        if (fanOut < 1) {
            throw LaunchFailure.usage("a fan-out of at least 1 is needed")
                    .with("--fan-out", fanOut);
        }
        return new RemoteLaunch(
                launcher(all.last(Option.LAUNCHER, variable(LAUNCHER, "auto"))),
                all.last(Option.LAUNCHER_EXEC, variable(EXECUTABLE, null)),
                ArgumentFile.split(variable(OPTIONS, "")),
                all.last(Option.INTERFACE, variables.get(INTERFACE)),
                fanOut,
                all.has(Option.TLS),
                new LinkTimes(
                        milliseconds(LinkTimes.RECONNECT_VARIABLE, reconnectMs()),
                        milliseconds(LinkTimes.SILENCE_VARIABLE, LinkTimes.DEFAULT.silenceMs())));
    }

    /** Not shorter than ranks try to reach each other. */
    private int reconnectMs() {
        return ofRanks(TCP_RECONNECT)
                // Ranks report a value that is no number.
                .filter(value -> value.strip().matches("[0-9]{1,9}"))
                .mapToInt(value -> Integer.parseInt(value.strip()))
                .reduce(LinkTimes.DEFAULT.reconnectMs(), Math::max);
    }

    /** The values of a variable of ranks: of mpiexec's environment and of all options. */
    private Stream<String> ofRanks(String name) {
        List<String> values = new ArrayList<>(List.of(variables.getOrDefault(name, "")));
        for (Option option : List.of(Option.GLOBAL_VARIABLE, Option.VARIABLE)) {
            List<String> words = all.all(option);
            for (int i = 0; i + 1 < words.size(); i += 2) {
                values.add(words.get(i).equals(name) ? words.get(i + 1) : "");
            }
        }
        String assigned = name + "=";
        all.all(Option.EXPORT).stream()
                .filter(word -> word.startsWith(assigned))
                .forEach(word -> values.add(word.substring(assigned.length())));
        return values.stream();
    }

    private int milliseconds(String name, int otherwise) {
        String text = variables.get(name);
        if (text == null) {
            return otherwise;
        }
        int number = ParsedOptions.number(name, text.strip());
        if (number < LinkTimes.LEAST_MS) {
            throw LaunchFailure.usage("a time in milliseconds is needed")
                    .with(name, number)
                    .with("least", LinkTimes.LEAST_MS);
        }
        return number;
    }

    private String variable(List<String> names, String otherwise) {
        return names.stream()
                .map(variables::get)
                .filter(value -> value != null)
                .findFirst()
                .orElse(otherwise);
    }

    private Launcher launcher(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        BatchAllocation.System system = BatchAllocation.System.named(word);
        if (system != null && system != BatchAllocation.System.SLURM) {
            warnings.accept(
                    "--launcher "
                            + name
                            + ": node proxies start with ssh, not with "
                            + system.starter()
                            + "; --launcher-exec names another command with ssh's arguments");
            return Launcher.SSH;
        }
        return switch (word) {
            case "auto" -> Launcher.AUTO;
            case "fork" -> Launcher.FORK;
            case "ssh", "rsh" -> Launcher.SSH;
            case "slurm", "srun" -> Launcher.SLURM;
            case "manual" -> Launcher.MANUAL;
            default ->
                    throw LaunchFailure.usage("no such launcher")
                            .with("--launcher", name)
                            .advice("choose ssh, slurm, fork, manual or auto");
        };
    }
}
