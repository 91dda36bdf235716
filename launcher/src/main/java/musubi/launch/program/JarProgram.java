package musubi.launch.program;

import musubi.launch.failure.LaunchFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A program given as a jar. It runs from the class path, behind Musubi's jars, which {@code java
 * -jar} would not allow; so what only -jar reads from the manifest is read here.
 *
 * @param mainClass the class to start
 * @param jvmOptions the options that the manifest stands for
 */
record JarProgram(String mainClass, List<String> jvmOptions) {
    /**
     * Reads the manifest.
     *
     * @throws LaunchFailure when there is no such jar or it names no main class
     */
    static JarProgram read(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw LaunchFailure.notFound("no such jar: " + jar);
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes attributes =
                    manifest == null ? new Attributes() : manifest.getMainAttributes();
            String main = attributes.getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw LaunchFailure.of(
                        "the jar's manifest names no Main-Class: jar="
                                + jar
                                + "; name the class: mpiexec -n N -cp "
                                + jar
                                + " Class",
                        null);
            }
            List<String> words = new ArrayList<>();
            addOpenings(words, "--add-exports", attributes.getValue("Add-Exports"));
            addOpenings(words, "--add-opens", attributes.getValue("Add-Opens"));
            return new JarProgram(main.strip(), words);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot read the jar: jar=" + jar + " cause=" + e, e);
        }
    }

    private static void addOpenings(List<String> words, String option, String packages) {
        if (packages == null) {
            return;
        }
        for (String name : packages.strip().split("\\s+")) {
            words.add(option);
            words.add(name + "=ALL-UNNAMED");
        }
    }
}
