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
 * Reflective access to classes in the jars of the ranks. mpiexec does not depend on transports and
 * algorithms, but checks their settings once instead of on every rank.
 */
final class RankJarReflection {
    private RankJarReflection() {}

    /** A query. */
    @FunctionalInterface
    interface Query<T> {
        /** The result, with classes of this loader. */
        T query(ClassLoader loader) throws ReflectiveOperationException;
    }

    /** Runs a query; exceptions of the classes arrive as {@code InvocationTargetException}. */
    static <T> T query(Installation installation, Query<T> query)
            throws IOException, ReflectiveOperationException {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls(installation), platform)) {
            return query.query(loader);
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
