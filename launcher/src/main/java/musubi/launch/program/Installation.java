package musubi.launch.program;

import musubi.launch.failure.LaunchFailure;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The installed files of Musubi: {@code lib/launcher} holds mpiexec, {@code lib/rank} what is on
 * the class path of every rank, {@code lib/modules} the same as modules, {@code lib/*.aot} the AOT
 * caches of both, unless the script names another folder of caches.
 *
 * <p>Thread rule: immutable.
 *
 * @param home the folder with {@code lib}
 * @param rankJars the jars of Musubi and its dependencies, in the order of the class path
 */
public record Installation(Path home, List<Path> rankJars) {
    /** System property: the directory that holds {@code lib}. */
    static final String HOME_PROPERTY = "musubi.home";

    /** System property: the folder of the AOT caches. */
    private static final String CACHES_PROPERTY = "musubi.caches";

    /** The installation named by the property, or else the one that contains this class. */
    public static Installation find() {
        String property = System.getProperty(HOME_PROPERTY);
        Path home = property == null ? homeOfThisClass() : Path.of(property);
        Path directory = home.resolve("lib").resolve("rank");
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
        } catch (IOException e) {
            throw incomplete(directory);
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
            throw LaunchFailure.of("cannot locate the installation of Musubi", e).with("cause", e);
        }
    }

    /** A class path of these jars, followed by the user's entries. */
    public String classPath(String userPath) {
        String own = rankClassPath();
        return userPath.isEmpty() ? own : own + ":" + userPath;
    }

    private String rankClassPath() {
        return rankJars.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    /** The directory of Musubi's modules and of those that they require. */
    public Path moduleDirectory() {
        return home.resolve("lib").resolve("modules");
    }

    /**
     * The module with the API.
     *
     * @throws LaunchFailure if it is missing
     */
    public Path apiModule() {
        try (Stream<Path> files = Files.list(moduleDirectory())) {
            return files.filter(file -> file.getFileName().toString().startsWith("mpi-core"))
                    .findFirst()
                    .orElseThrow(() -> incomplete(moduleDirectory().resolve("mpi-core.jar")));
        } catch (IOException e) {
            throw incomplete(moduleDirectory());
        }
    }

    private static LaunchFailure incomplete(Path missing) {
        return LaunchFailure.of("incomplete installation of Musubi")
                .with("missing", missing)
                .advice("build it with: mvn -DskipTests package");
    }

    /**
     * The class path for journals, to be appended to the user's.
     *
     * @throws LaunchFailure if that part of Musubi is missing
     */
    public String journalClassPath() {
        Path directory = home.resolve("lib").resolve("journal");
        if (!Files.isDirectory(directory)) {
            throw LaunchFailure.of("this installation of Musubi has no journals")
                    .with("missing", directory)
                    .advice("build all modules with: mvn -DskipTests package");
        }
        return directory.resolve("*").toString();
    }

    /** The AOT cache of the ranks; it may not exist. */
    public Path rankCache() {
        return cache("rank.aot");
    }

    /** The AOT cache of the JVM of a PVAS node; it may not exist. */
    public Path nodeCache() {
        return cache("node.aot");
    }

    /** The jar of mpiexec. */
    public Path launcherJar() {
        return home.resolve("lib").resolve("launcher").resolve("musubi-launcher.jar");
    }

    /** The AOT cache of mpiexec; it may not exist. */
    public Path launcherCache() {
        return cache("launcher.aot");
    }

    private Path cache(String name) {
        String folder = System.getProperty(CACHES_PROPERTY);
        return (folder == null ? home.resolve("lib") : Path.of(folder)).resolve(name);
    }

    /** The source program that the training of the caches runs. */
    public Path trainingSource() {
        return home.resolve("lib").resolve("training").resolve("SourceTraining.java");
    }

    /** The java command of the JDK of mpiexec, which also runs the ranks. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
