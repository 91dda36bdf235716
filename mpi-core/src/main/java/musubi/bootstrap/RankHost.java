package musubi.bootstrap;

import musubi.config.Settings;
import musubi.region.AddressSpace;

import java.io.PrintStream;
import java.util.Properties;

/**
 * The host of a rank that shares its process with others. It provides what a process would take
 * from its environment.
 *
 * <p>Thread rule: the rank's thread.
 */
public interface RankHost {
    /** The bootstrap of the rank; called once for each {@code MPI.Init}. */
    Bootstrap bootstrap();

    /** The settings of the rank. */
    Settings settings();

    /** Objects that the ranks of the process share. */
    AddressSpace addressSpace();

    /** The standard output of the rank. */
    PrintStream out();

    /** The standard error of the rank. */
    PrintStream err();

    /** The system properties of the rank. */
    Properties properties();

    /** Runs an action at the end of the rank, after those of its program. */
    void atEnd(Runnable action);

    /** A class loader for the classes of a hosted rank. */
    interface Loader {
        /** The host of the classes of this loader. */
        RankHost host();
    }

    /** The host of a class; null for a rank with its own process. */
    static RankHost of(Class<?> type) {
        return type.getClassLoader() instanceof Loader loader ? loader.host() : null;
    }
}
