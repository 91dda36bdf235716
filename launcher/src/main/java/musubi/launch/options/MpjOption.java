package musubi.launch.options;

import java.util.List;
import java.util.stream.Stream;

/**
 * The options of mpjrun, the launcher of MPJ Express, each with one dash; see {@code
 * mpjrun.properties}.
 */
public enum MpjOption {
    COUNT("np", "N"),
    DEVICE("dev", "multicore|niodev|hybdev|mxdev|native"),
    MACHINES("machinesfile", "FILE"),
    DIRECTORY("wdir", "DIR"),
    CLASS_PATH("cp classpath", "PATH"),
    SWITCH_LIMIT("psl", "BYTES"),
    DEBUG("debug", "PORT"),
    HELP("h help", ""),
    YARN("yarn", ""),
    SWITCHES("src profile debugYarn", ""),
    TUNING(
            "dport mpjport sport mxboardnum headnodeip amMem amCores containerMem"
                    + " containerCores yarnQueue appName amPriority mpjContainerPriority"
                    + " hdfsFolder",
            "N");

    private final String label;
    private final String[] names;

    MpjOption(String names, String label) {
        this.names = names.split(" ");
        this.label = label;
    }

    /** The option of this name, given with its dash; null if there is none. */
    public static MpjOption named(String word) {
        return Stream.of(values())
                .filter(option -> List.of(option.dashedNames()).contains(word))
                .findFirst()
                .orElse(null);
    }

    /** The number of values that follow it. */
    public int valueCount() {
        return label.isEmpty() ? 0 : 1;
    }

    /** The placeholder of its value on the help page. */
    public String label() {
        return label;
    }

    /** Its names, each with its dash. */
    public String[] dashedNames() {
        return Stream.of(names).map(name -> "-" + name).toArray(String[]::new);
    }
}
