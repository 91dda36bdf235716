package musubi.pvas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.jar.Manifest;

/**
 * The class files that each rank defines on its own, read and rewritten once for all ranks with the
 * same class path.
 *
 * <p>Thread rule: any thread.
 */
public final class ClassStore {
    private static final String FACADE = "mpi.";
    private static final String SUFFIX = ".class";
    private static final String MAIN_OF_API = "mpi/MPI.class";
    private static final String NOT_REWRITTEN =
            "cannot rewrite a class for its rank: class=%s cause=%s; its System.exit, streams and"
                    + " properties are those of the JVM";

    private final ClassLoader shared;
    private final Predicate<String> isOwn;
    private final URL[] userPath;
    private final URLClassLoader files;
    private final Consumer<String> warnings;
    private final ClassRewriter rewriter = new ClassRewriter(this::original, this::isThrowable);
    private final Map<String, Optional<StoredClass>> classes = new ConcurrentHashMap<>();

    /** The URL of the folder or jar of the API; empty without it. */
    private final String placeOfApi;

    /**
     * A class file for the ranks.
     *
     * @param bytes not modified
     * @param source the location and its signers
     * @param manifest the manifest of its jar, or null
     */
    record StoredClass(byte[] bytes, CodeSource source, Manifest manifest) {}

    /**
     * A store.
     *
     * @param shared the loader of the classes shared by all ranks, and of package {@code mpi}
     * @param isOwn selects other classes of that loader, by binary name, that each rank defines
     * @param userPath the folders and jars of the program
     * @param warnings receives a line for each class that cannot be rewritten
     */
    public ClassStore(
            ClassLoader shared,
            Predicate<String> isOwn,
            URL[] userPath,
            Consumer<String> warnings) {
        this.shared = shared;
        this.isOwn = isOwn;
        this.userPath = userPath.clone();
        this.files = new URLClassLoader(userPath, null);
        this.warnings = warnings;
        placeOfApi = placeOf(shared.getResource(MAIN_OF_API));
    }

    private static String placeOf(URL url) {
        String text = url == null ? "" : url.toString();
        return text.substring(0, Math.max(0, text.length() - MAIN_OF_API.length()));
    }

    ClassLoader shared() {
        return shared;
    }

    URL[] userPath() {
        return userPath.clone();
    }

    /** Whether each rank defines this class of the shared loader on its own. */
    boolean isOwn(String name) {
        return name.startsWith(FACADE) || name.equals(RankLoader.CALLS) || isOwn.test(name);
    }

    /** The class of a binary name, or null. */
    StoredClass find(String name) {
        return classes.computeIfAbsent(name, this::read).orElse(null);
    }

    private Optional<StoredClass> read(String name) {
        String path = name.replace('.', '/') + SUFFIX;
        // Programs may have packages below mpi, such as mpi.pt2pt.
        URL url = isOwn(name) ? sharedFirst(path) : files.findResource(path);
        if (url == null) {
            return Optional.empty();
        }
        try {
            URLConnection connection = url.openConnection();
            try (InputStream in = connection.getInputStream()) {
                byte[] bytes = in.readAllBytes();
                byte[] own = isFinished(name, path, url) ? bytes : rewrite(name, bytes);
                return Optional.of(stored(own, url, path, connection));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class " + name + " from " + url, e);
        }
    }

    /**
     * Whether a class is defined as it is. Those of the API know their rank; to rewrite them would
     * slow down each start.
     */
    private boolean isFinished(String name, String path, URL url) {
        return name.equals(RankLoader.CALLS)
                || name.startsWith(FACADE) && url.toString().equals(placeOfApi + path);
    }

    private URL sharedFirst(String path) {
        URL url = shared.getResource(path);
        return url == null ? files.findResource(path) : url;
    }

    private static StoredClass stored(byte[] bytes, URL url, String path, URLConnection connection)
            throws IOException {
        if (connection instanceof JarURLConnection jar) {
            CodeSigner[] signers = jar.getJarEntry().getCodeSigners();
            return new StoredClass(
                    bytes, new CodeSource(jar.getJarFileURL(), signers), jar.getManifest());
        }
        String text = url.toString();
        URL folder =
                text.endsWith(path)
                        ? URI.create(text.substring(0, text.length() - path.length())).toURL()
                        : url;
        return new StoredClass(bytes, new CodeSource(folder, (CodeSigner[]) null), null);
    }

    private byte[] rewrite(String name, byte[] bytes) {
        try {
            return rewriter.rewrite(bytes);
        } catch (IllegalArgumentException | IllegalStateException e) {
            warnings.accept(NOT_REWRITTEN.formatted(name, e.getMessage()));
            return bytes;
        }
    }

    private byte[] original(ClassDesc type) {
        String descriptor = type.descriptorString();
        return original(descriptor.substring(1, descriptor.length() - 1));
    }

    private byte[] original(String internalName) {
        URL url = sharedFirst(internalName + SUFFIX);
        if (url == null) {
            return null;
        }
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class from " + url, e);
        }
    }

    private boolean isThrowable(String internalName) {
        String name = internalName;
        while (!name.startsWith("java/")) {
            byte[] bytes = original(name);
            Optional<ClassEntry> parent =
                    bytes == null ? Optional.empty() : ClassFile.of().parse(bytes).superclass();
            if (parent.isEmpty()) {
                return false;
            }
            name = parent.get().asInternalName();
        }
        try {
            Class<?> known = Class.forName(name.replace('/', '.'), false, null);
            return Throwable.class.isAssignableFrom(known);
        } catch (ClassNotFoundException e) {
            // A class outside java.base, such as java.sql.SQLException.
            return name.endsWith("Exception") || name.endsWith("Error");
        }
    }
}
