package musubi.shell;

import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The loader of snippets of one rank, above the loader of its other classes. */
final class SnippetLoader extends ClassLoader implements LoaderDelegate {
    private final Map<String, byte[]> classes = new ConcurrentHashMap<>();

    static {
        registerAsParallelCapable();
    }

    SnippetLoader(ClassLoader ofRank) {
        super(ofRank);
    }

    @Override
    public void load(ClassBytecodes[] snippets) {
        classesRedefined(snippets);
    }

    @Override
    public void classesRedefined(ClassBytecodes[] snippets) {
        for (ClassBytecodes snippet : snippets) {
            classes.put(snippet.name(), snippet.bytecodes());
        }
    }

    @Override
    public void addToClasspath(String path) {
        // The loader of the rank has the class path of the shell.
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
    }
}
