package musubi.launch.options;

/** The options of mpjrun, MPJ Express's launcher, as its users type them: with one dash. */
public enum MpjOption {
    COUNT("N", "Number of ranks; as many as there are cores without it.", "np"),
    DEVICE(
            "multicore|niodev|hybdev|mxdev|native",
            "The device, for the program's arguments only: all use the same transports.",
            "dev"),
    MACHINES("FILE", "Where to run: one host on a line.", "machinesfile"),
    DIRECTORY("DIR", "Run the program in another directory.", "wdir"),
    CLASS_PATH("PATH", "Where classes are, beside the current directory.", "cp", "classpath"),
    SWITCH_LIMIT(
            "BYTES", "Up to so many bytes a send need not wait for its receive (131072).", "psl"),
    DEBUG("PORT", "Let a debugger attach to rank R at PORT + 2 R; ranks wait for it.", "debug"),
    HELP("", "Print this page.", "h", "help"),
    YARN("", "Of no effect, as are the options for it: ranks run on this machine.", "yarn"),
    SWITCHES("", "Of no effect.", "src", "profile", "debugYarn"),
    TUNING(
            "N",
            "Of no effect.",
            "dport",
            "mpjport",
            "sport",
            "mxboardnum",
            "headnodeip",
            "amMem",
            "amCores",
            "containerMem",
            "containerCores",
            "yarnQueue",
            "appName",
            "amPriority",
            "mpjContainerPriority",
            "hdfsFolder");

    private final String label;
    private final String text;
    private final String[] names;

    MpjOption(String label, String text, String... names) {
        this.label = label;
        this.text = text;
        this.names = names;
    }

    /** The option that this word with its dash names, or null. */
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

    /** How many words follow it. */
    public int valueCount() {
        return label.isEmpty() ? 0 : 1;
    }

    /** What stands for this word on the help page. */
    public String label() {
        return label;
    }

    /** What it does. */
    public String text() {
        return text;
    }

    /** Its names with a dash. */
    public String[] dashedNames() {
        String[] dashed = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            dashed[i] = "-" + names[i];
        }
        return dashed;
    }
}
