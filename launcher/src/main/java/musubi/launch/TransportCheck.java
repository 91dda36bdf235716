package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.program.Installation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Asks the ranks' jars which transports there are, so that a wrong name is told once and not by
 * every rank.
 */
final class TransportCheck {
    private static final String PROVIDER = "musubi.adi.TransportProvider";

    private TransportCheck() {}

    /**
     * Complains of a name that no transport has.
     *
     * @param wanted names with commas between them
     */
    static void check(String wanted, Installation installation) {
        List<String> names = List.of(wanted.split(","));
        List<String> known = known(installation);
        if (!known.containsAll(names)) {
            throw LaunchFailure.usage(
                    "no such transport: --transport="
                            + wanted
                            + "; choose from "
                            + String.join(", ", known));
        }
    }

    private static List<String> known(Installation installation) {
        try {
            return RankJarReflection.query(installation, TransportCheck::names);
        } catch (IOException | ReflectiveOperationException e) {
            throw LaunchFailure.of("cannot find the transports: cause=" + e, e);
        }
    }

    private static List<String> names(ClassLoader loader) throws ReflectiveOperationException {
        List<String> names = new ArrayList<>();
        Class<?> provider = loader.loadClass(PROVIDER);
        for (Object each : ServiceLoader.load(provider, loader)) {
            names.add((String) provider.getMethod("name").invoke(each));
        }
        return names;
    }
}
