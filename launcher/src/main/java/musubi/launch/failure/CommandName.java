package musubi.launch.failure;

/**
 * The name under which the user has started the launcher: mpiexec, mpirun or mpjrun. Its messages
 * begin with it. A property of the process, as it is on other nodes for their node proxies.
 */
public final class CommandName {
    /** The name of the launcher when it has no other. */
    public static final String USUAL = "mpiexec";

    private static final String PROPERTY = "musubi.command";

    private CommandName() {}

    /** Sets the name, before the first message. */
    public static void set(String name) {
        System.setProperty(PROPERTY, name);
    }

    /** The name. */
    public static String get() {
        return System.getProperty(PROPERTY, USUAL);
    }
}
