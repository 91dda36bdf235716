package musubi.launch.program;

import musubi.launch.failure.LaunchFailure;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where Musubi is: {@code lib/launcher} has mpiexec, {@code lib/rank} what every rank gets on its
 * class path, {@code lib/*.aot} the caches that make both start faster.
 *
 * <p>Thread rule: immutable.
 */
public final class Installation {
    /** System property: the directory that holds {@code lib}. */
    static final String HOME_PROPERTY = "musubi.home";

    private final Path home;
    private final List<Path> rankJars;

    private Installation(Path home, List<Path> rankJars) {
        this.home = home;
        this.rankJars = rankJars;
    }

    /** The installation that this class was loaded from, or the one that the property names. */
    public static Installation find() {
        String property = System.getProperty(HOME_PROPERTY);
        Path home = property == null ? homeOfThisClass() : Path.of(property);
        Path directory = home.resolve("lib").resolve("rank");
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "Musubi is not complete: missing="
                            + directory
                            + "; build it with: mvn -DskipTests package",
                    e);
        }
        return new Installation(home, jars);
    }

    private static Path homeOfThisClass() {
        try {
            Path jar =
                    Path.of(
                            Installation.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            return jar.getParent().getParent().getParent();
        } catch (URISyntaxException e) {
            throw LaunchFailure.of("cannot tell where Musubi is: cause=" + e, e);
        }
    }

    /** The jars of Musubi and of what it needs, in the order of the class path. */
    public List<Path> rankJars() {
        return rankJars;
    }

    /** The same as one class path, and behind it the user's. */
    public String classPath(String userPath) {
        String own = rankClassPath();
        return userPath.isEmpty() ? own : own + ":" + userPath;
    }

    private String rankClassPath() {
        StringBuilder path = new StringBuilder();
        for (Path jar : rankJars) {
            path.append(path.isEmpty() ? "" : ":").append(jar);
        }
        return path.toString();
    }

    /** The directory of these jars. */
    public Path rankDirectory() {
        return home.resolve("lib").resolve("rank");
    }

    /**
     * The class path with which ranks write and replay journals, to stand behind the user's.
     *
     * @throws LaunchFailure when that part of Musubi is not there
     */
    public String journalClassPath() {
        Path directory = home.resolve("lib").resolve("journal");
        if (!Files.isDirectory(directory)) {
            throw LaunchFailure.of(
                    "this Musubi has no journals: missing="
                            + directory
                            + "; build it whole with: mvn -DskipTests package",
                    null);
        }
        return directory.resolve("*").toString();
    }

    /** The cache of loaded and linked classes for ranks; it may not exist. */
    public Path rankCache() {
        return home.resolve("lib").resolve("rank.aot");
    }

    /** The same for the JVM of a PVAS node; it may not exist. */
    public Path nodeCache() {
        return home.resolve("lib").resolve("node.aot");
    }

    /** The jar with mpiexec itself. */
    public Path launcherJar() {
        return home.resolve("lib").resolve("launcher").resolve("musubi-launcher.jar");
    }

    /** Its cache; it may not exist. */
    public Path launcherCache() {
        return home.resolve("lib").resolve("launcher.aot");
    }

    /** The java command of the JDK that runs mpiexec; the ranks get the same. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
