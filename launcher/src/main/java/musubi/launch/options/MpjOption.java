package musubi.launch.options;

import java.util.stream.Stream;

/** The options of mpjrun, the launcher of MPJ Express, each with one dash. */
public enum MpjOption {
    COUNT("np", "N", "Number of ranks; default: the number of cores."),
    DEVICE(
            "dev",
            "multicore|niodev|hybdev|mxdev|native",
            "Device, passed to the program only; the transports are the same."),
    MACHINES("machinesfile", "FILE", "File of hosts, one per line."),
    DIRECTORY("wdir", "DIR", "Working directory of the program."),
    CLASS_PATH("cp classpath", "PATH", "Class path, in addition to the current directory."),
    SWITCH_LIMIT(
            "psl",
            "BYTES",
            "Message size up to which a send returns before its receive; default 131072."),
    DEBUG("debug", "PORT", "Rank R waits for a debugger at PORT + 2 R."),
    HELP("h help", "", "Print this page."),
    YARN("yarn", "", "Accepted without effect: ranks run on this machine."),
    SWITCHES("src profile debugYarn", "", "Accepted without effect."),
    TUNING(
            "dport mpjport sport mxboardnum headnodeip amMem amCores containerMem"
                    + " containerCores yarnQueue appName amPriority mpjContainerPriority"
                    + " hdfsFolder",
            "N",
            "Accepted without effect.");

    private final String label;
    private final String text;
    private final String[] names;

    MpjOption(String names, String label, String text) {
        this.names = names.split(" ");
        this.label = label;
        this.text = text;
    }

    /** The option of this name, given with its dash; null if there is none. */
    public static MpjOption named(String word) {
        for (MpjOption option : values()) {
            for (String name : option.names) {
                if (word.equals("-" + name)) {
                    return option;
                }
            }
        }
        return null;
    }

    /** The number of values that follow it. */
    public int valueCount() {
        return label.isEmpty() ? 0 : 1;
    }

    /** The placeholder of its value on the help page. */
    public String label() {
        return label;
    }

    /** Its description on the help page. */
    public String text() {
        return text;
    }

    /** Its names, each with its dash. */
    public String[] dashedNames() {
        return Stream.of(names).map(name -> "-" + name).toArray(String[]::new);
    }
}
