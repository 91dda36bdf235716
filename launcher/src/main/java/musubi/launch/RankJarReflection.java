package musubi.launch;

import musubi.launch.program.Installation;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks classes of the ranks' jars, by reflection: mpiexec itself has nothing to do with transports
 * and algorithms, but can tell once what every rank would complain of.
 */
final class RankJarReflection {
    private RankJarReflection() {}

    /** A question. */
    @FunctionalInterface
    interface Query<T> {
        /** The answer of the classes that this loader finds. */
        T ask(ClassLoader loader) throws ReflectiveOperationException;
    }

    /** The answer; what a class throws comes in an {@code InvocationTargetException}. */
    static <T> T query(Installation installation, Query<T> question)
            throws IOException, ReflectiveOperationException {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls(installation), platform)) {
            return question.ask(loader);
        }
    }

    private static URL[] urls(Installation installation) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : installation.rankJars()) {
            urls.add(jar.toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }
}
