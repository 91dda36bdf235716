package musubi.launch.training;

import java.util.List;

/**
 * An AOT cache for the JVM of a program's ranks.
 *
 * @param options the options of a JVM that uses the cache, or takes part in its making
 * @param userPath the class path of the user for which it is valid
 */
public record RankCache(List<String> options, String userPath) {
    /** No message of the JVM about a cache, for example of another JDK. */
    public static final String QUIET = "-Xlog:aot*=off,cds*=off";
}
