package musubi.jfr;

import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Where the JDK keeps a recording until it is complete: by default a directory with the mode that
 * the umask leaves. There is no API to choose another one, only a command for administrators.
 */
final class PrivateRepository {
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";

    private PrivateRepository() {}

    /**
     * Makes a private one in the directory for temporary files, before recording starts.
     *
     * @param job the name of the job on this machine: what a killed JVM leaves is removed by it
     */
    static void use(String job) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        String name = "musubi-" + job + "-" + PrivateFiles.unguessable();
        Path own = PrivateFiles.createDirectory(temporary.resolve(name));
        // The recorder has removed what is in it by then.
        own.toFile().deleteOnExit();
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName(COMMANDS),
                            "jfrConfigure",
                            new Object[] {new String[] {"repositorypath=\"" + own + "\""}},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IOException("no private directory for chunks: " + own, e);
        }
    }
}
