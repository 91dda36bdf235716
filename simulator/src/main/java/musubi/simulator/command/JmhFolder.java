package musubi.simulator.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder with the jars of JMH, which archives do not have because of its licence. */
final class JmhFolder {
    private static final List<String> JARS = List.of("jmh-core", "jopt-simple", "commons-math3");

    private JmhFolder() {}

    /** The class path of the jars. */
    static String classPath() throws IOException {
        return Script.isArchive()
                ? classPath(
                        Script.home().resolve("lib/jmh"),
                        "JMH is not in this archive, because its licence is the GPL (with the"
                                + " Classpath Exception); put jmh-core-1.37.jar,"
                                + " jopt-simple-5.0.4.jar and commons-math3-3.6.1.jar from Maven"
                                + " Central into ")
                : classPath(
                        Script.home().resolve("imb/target/jmh"),
                        "JMH is missing; build again by mvn -q -DskipTests -DskipChecks -pl"
                                + " simulator -am package, which copies it into ");
    }

    /**
     * The class path of a folder's jars.
     *
     * @param advice begins the message if jars are missing
     */
    static String classPath(Path folder, String advice) throws IOException {
        List<Path> jars = List.of();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
            }
        }
        for (String name : JARS) {
            if (jars.stream().noneMatch(jar -> jar.getFileName().toString().startsWith(name))) {
                throw new IOException(advice + folder);
            }
        }
        return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
    }
}
