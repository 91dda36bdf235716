package musubi.embedded;

import musubi.pvas.ClassStore;

import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of an application that each rank defines on its own: all but those of the JDK, of
 * Musubi, and of the tool.
 *
 * <p>Thread rule: any thread.
 */
public final class RankClasses {
    private static final List<String> OF_MUSUBI = List.of("musubi.", "org.agrona.");
    private static final Set<String> OF_JDK =
            ModuleFinder.ofSystem().findAll().stream()
                    .map(ModuleReference::descriptor)
                    .flatMap(module -> module.packages().stream())
                    .collect(Collectors.toUnmodifiableSet());

    private final ClassStore store;

    /**
     * Classes that are read and rewritten once for all ranks.
     *
     * @param application the loader of the application, of Musubi and of the tool
     * @param shared prefixes of the names of the tool's classes
     */
    public RankClasses(ClassLoader application, List<String> shared) {
        List<String> prefixes = Stream.concat(OF_MUSUBI.stream(), shared.stream()).toList();
        store =
                new ClassStore(
                        application,
                        name -> !isOfJdk(name) && prefixes.stream().noneMatch(name::startsWith),
                        new URL[0],
                        line -> System.err.println("musubi: " + line));
    }

    /** The classes of folders and jars beside Musubi. */
    public static RankClasses of(ClassLoader musubi, List<Path> application) {
        URL[] urls = application.stream().map(RankClasses::url).toArray(URL[]::new);
        return new RankClasses(new URLClassLoader(urls, musubi), List.of());
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("not on a class path: " + path, e);
        }
    }

    private static boolean isOfJdk(String name) {
        return OF_JDK.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
    }

    ClassStore store() {
        return store;
    }
}
