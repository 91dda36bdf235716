package musubi.launch.program;

import musubi.launch.failure.CommandName;
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
 * A program in a jar. It runs from the class path, after Musubi's jars, which {@code java -jar}
 * would not allow; so the manifest attributes that only -jar evaluates are evaluated here.
 *
 * @param mainClass the main class
 * @param jvmOptions the options equivalent to the manifest
 */
record JarProgram(String mainClass, List<String> jvmOptions) {
    /**
     * Reads the manifest.
     *
     * @throws LaunchFailure if the jar does not exist or has no main class
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
                throw LaunchFailure.of("no Main-Class in the manifest")
                        .with("jar", jar)
                        .advice(
                                "name the class: "
                                        + CommandName.get()
                                        + " -np N -cp "
                                        + jar
                                        + " Class");
            }
            List<String> words = new ArrayList<>();
            addOpenings(words, "--add-exports", attributes.getValue("Add-Exports"));
            addOpenings(words, "--add-opens", attributes.getValue("Add-Opens"));
            return new JarProgram(main.strip(), words);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot read the jar", e).with("jar", jar).with("cause", e);
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
