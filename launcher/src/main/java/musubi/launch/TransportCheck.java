package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.program.Installation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Checks names of transports against those in the jars of the ranks, so that a wrong name is
 * reported once and not by every rank.
 */
final class TransportCheck {
    private static final String PROVIDER = "musubi.adi.TransportProvider";

    private TransportCheck() {}

    /**
     * Throws {@link LaunchFailure} for an unknown name.
     *
     * @param wanted comma-separated names
     */
    static void check(String wanted, Installation installation) {
        List<String> names = List.of(wanted.split(","));
        List<String> known = known(installation);
        if (!known.containsAll(names)) {
            throw LaunchFailure.usage("no such transport")
                    .with("--transport", wanted)
                    .advice("choose from " + String.join(", ", known));
        }
    }

    private static List<String> known(Installation installation) {
        try {
            return RankJarReflection.query(installation, TransportCheck::names);
        } catch (IOException | ReflectiveOperationException e) {
            throw LaunchFailure.of("cannot find the transports", e).with("cause", e);
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
