package musubi.pvas;

import musubi.bootstrap.RankHost;

import java.net.URLClassLoader;
import java.util.jar.Manifest;

/**
 * The class loader of a rank. It defines package {@code mpi}, the program and {@link ProcessCalls}
 * for this rank, and with them separate statics; all other classes are shared by the ranks of the
 * JVM.
 */
public final class RankLoader extends URLClassLoader implements RankHost.Loader {
    /** The class that rewritten programs call; each rank has its own. */
    static final String CALLS = "musubi.pvas.ProcessCalls";

    static {
        registerAsParallelCapable();
    }

    private final ClassStore store;
    private final PvasProcess process;

    /** The loader of this rank. */
    RankLoader(ClassStore store, PvasProcess process) {
        // Unnamed: a name would appear in every line of a stack trace.
        super(store.userPath(), store.shared());
        this.store = store;
        this.process = process;
    }

    /** The rank of the classes. */
    public PvasProcess process() {
        return process;
    }

    @Override
    public RankHost host() {
        return process;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!store.isOwn(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ClassStore.StoredClass found = store.find(name);
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0) {
            definePackage(name.substring(0, dot), found);
        }
        return defineClass(name, found.bytes(), 0, found.bytes().length, found.source());
    }

    private void definePackage(String name, ClassStore.StoredClass found) {
        if (getDefinedPackage(name) != null) {
            return;
        }
        Manifest manifest = found.manifest() == null ? new Manifest() : found.manifest();
        try {
            definePackage(name, manifest, found.source().getLocation());
        } catch (IllegalArgumentException e) {
            if (getDefinedPackage(name) == null) {
                throw e;
            }
            // Another thread has defined it.
        }
    }
}
