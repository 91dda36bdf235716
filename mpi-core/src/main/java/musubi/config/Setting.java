package musubi.config;

/**
 * A value that a user may set, as system property {@code musubi.name} or environment variable
 * {@code MUSUBI_NAME} (dots become underscores).
 *
 * @param name lower case, words separated by dots, without the prefix
 * @param unit of the value, or empty
 * @param defaultValue in text form; null when there is none
 * @param sentence what it does
 */
public record Setting(String name, String unit, String defaultValue, String sentence) {
    public static final Setting TRANSPORT =
            new Setting(
                    "transport",
                    "",
                    null,
                    "Names of the transports to use, separated by commas; all that work by"
                            + " default.");

    public static final Setting EAGER_WINDOW =
            new Setting(
                    "eager.window",
                    "bytes",
                    "1048576",
                    "What one peer may send ahead of matching before its messages wait at the"
                            + " sender.");

    public static final Setting OBJECT_FILTER =
            new Setting(
                    "object.filter",
                    "",
                    null,
                    "JEP 290 pattern of the classes that MPI.OBJECT messages may bring.");

    public static final Setting CORES =
            new Setting(
                    "cores",
                    "",
                    null,
                    "Cores to assume on this node when choosing how to wait; counted by default.");

    public static final Setting MPJ_ARGUMENTS =
            new Setting(
                    "mpj.args",
                    "",
                    "0",
                    "1 when the launcher puts 3 arguments before the program's, as MPJ Express"
                            + " does; Init takes them away.");
}
