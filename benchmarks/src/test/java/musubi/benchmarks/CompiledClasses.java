package musubi.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The compiled main classes of all modules below a folder, in target/classes. */
final class CompiledClasses {
    /** Class names in descriptors, generic signatures and annotations. */
    private static final Pattern NAME_IN_DESCRIPTOR = Pattern.compile("L([\\w/$]+)[;<]");

    /** Packages of classes that JMH generates. */
    private static final String GENERATED = "jmh_generated";

    private final Map<String, ModuleClass> byName = new HashMap<>();
    private final Map<ModuleClass, ClassModel> models = new HashMap<>();

    /** A class, its name as in the class file, and the module (the folder) that it belongs to. */
    record ModuleClass(String module, String name) {
        /** {@code module/package}. */
        String place() {
            int end = name.lastIndexOf('/');
            return module + "/" + (end < 0 ? "" : name.substring(0, end).replace('/', '.'));
        }

        @Override
        public String toString() {
            return module + "/" + name.replace('/', '.');
        }
    }

    /** A use of one class by another. */
    record Use(ModuleClass from, ModuleClass to) {
        @Override
        public String toString() {
            return from + " -> " + to;
        }
    }

    private CompiledClasses() {}

    /** Reads {@code root/MODULE/target/classes} of each module; modules may have no classes. */
    static CompiledClasses under(Path root) {
        CompiledClasses classes = new CompiledClasses();
        for (String module : modulesUnder(root)) {
            Path folder = root.resolve(module, "target", "classes");
            if (Files.isDirectory(folder)) {
                classFiles(folder).forEach(file -> classes.add(module, file));
            }
        }
        return classes;
    }

    /** The folders that have a pom.xml, by name. */
    static List<String> modulesUnder(Path root) {
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The packages of all classes, as {@code module/package}. */
    Set<String> places() {
        return models.keySet().stream()
                .map(ModuleClass::place)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All uses of one class of the modules by another one. */
    List<Use> uses() {
        List<Use> uses = new ArrayList<>();
        models.forEach(
                (from, model) ->
                        namesIn(model).stream()
                                .filter(byName::containsKey)
                                .map(name -> new Use(from, byName.get(name)))
                                .filter(use -> !use.from.equals(use.to))
                                .forEach(uses::add));
        return uses;
    }

    private void add(String module, Path file) {
        ClassModel model = parse(file);
        ModuleClass added = new ModuleClass(module, model.thisClass().asInternalName());
        byName.put(added.name, added);
        models.put(added, model);
    }

    private static ClassModel parse(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> classFiles(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .filter(file -> !file.getParent().endsWith(GENERATED))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> namesIn(ClassModel model) {
        Set<String> names = new TreeSet<>();
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case ClassEntry named -> names.add(named.asInternalName());
                case Utf8Entry text ->
                        NAME_IN_DESCRIPTOR
                                .matcher(text.stringValue())
                                .results()
                                .map((MatchResult found) -> found.group(1))
                                .forEach(names::add);
                default -> {}
            }
        }
        return names;
    }
}
