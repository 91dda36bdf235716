package musubi.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Gives a rank classes of its own, and with them statics of its own: package {@code mpi} and the
 * tests. Everything else is shared with the other ranks.
 */
final class RankLoader extends ClassLoader {
    private static final String OWN = "mpi.";

    private final String programClass;

    RankLoader(ClassLoader parent, String programClass) {
        super(parent);
        this.programClass = programClass;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN) && !isOfProgram(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private boolean isOfProgram(String name) {
        return name.equals(programClass) || name.startsWith(programClass + "$");
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String resource = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(resource)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
