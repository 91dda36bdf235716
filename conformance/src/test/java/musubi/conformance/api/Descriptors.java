package musubi.conformance.api;

import musubi.conformance.api.ClassSurface.Member;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a list of descriptors with the compiled classes as the JVM links them: each class,
 * supertype and member of the list must be found by its name and descriptor, with the access, kind
 * of call and constant value that class files of programs rely on.
 */
final class Descriptors {
    private final Map<String, ClassSurface> read = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    private Descriptors() {}

    /** What differs, one line each. */
    static List<String> findings(Map<String, ClassSurface> list) {
        Descriptors descriptors = new Descriptors();
        list.values().forEach(descriptors::compare);
        return descriptors.findings;
    }

    private void compare(ClassSurface there) {
        ClassSurface here = load(there.name());
        if (here == null || !here.has(ClassFile.ACC_PUBLIC)) {
            findings.add(there.name() + (here == null ? " is missing" : " is not public"));
            return;
        }
        check(
                there.has(ClassFile.ACC_INTERFACE) != here.has(ClassFile.ACC_INTERFACE),
                there.name() + " is a class in one library and an interface in the other");
        check(
                there.isOpen() && here.has(ClassFile.ACC_FINAL),
                there.name() + " is final here, not there");
        check(
                !there.has(ClassFile.ACC_ABSTRACT)
                        && here.has(ClassFile.ACC_ABSTRACT)
                        && there.members().stream().anyMatch(m -> m.name().equals("<init>")),
                there.name() + " is abstract here, not there");
        List<String> above = new ArrayList<>(there.interfaces());
        above.add(there.superName());
        for (String type : above) {
            check(!isA(here, type), there.name() + " is not a " + type);
        }
        there.members().forEach(member -> compare(there, here, member));
    }

    private void compare(ClassSurface there, ClassSurface owner, Member wanted) {
        String name = there.name() + "." + wanted;
        Member here = resolve(owner, wanted);
        if (here == null) {
            findings.add(name + " is missing");
            return;
        }
        boolean isStatic = wanted.has(ClassFile.ACC_STATIC);
        check(here.has(ClassFile.ACC_STATIC) != isStatic, name + " is static in one library only");
        check(
                wanted.has(ClassFile.ACC_PUBLIC) && !here.has(ClassFile.ACC_PUBLIC),
                name + " is protected here, public there");
        check(
                there.isOpen()
                        && wanted.isMethod()
                        && !isStatic
                        && here.has(ClassFile.ACC_FINAL)
                        && !wanted.has(ClassFile.ACC_FINAL),
                name + " is final here, not there");
        check(
                !there.has(ClassFile.ACC_INTERFACE)
                        && here.has(ClassFile.ACC_ABSTRACT)
                        && !wanted.has(ClassFile.ACC_ABSTRACT),
                name + " is abstract here, not there");
        check(
                wanted.value() != null && !wanted.value().equals(here.value()),
                name + " is " + here.value() + " here, " + wanted.value() + " there");
    }

    private void check(boolean wrong, String finding) {
        if (wrong) {
            findings.add(finding);
        }
    }

    /** The member that the JVM finds: in the class, its interfaces or its superclasses. */
    private Member resolve(ClassSurface owner, Member wanted) {
        if (owner == null) {
            return null;
        }
        Member found = owner.find(wanted);
        if (found != null || wanted.name().equals("<init>")) {
            return found;
        }
        for (String each : owner.interfaces()) {
            found = resolve(load(each), wanted);
            if (found != null) {
                return found;
            }
        }
        return resolve(load(owner.superName()), wanted);
    }

    private boolean isA(ClassSurface type, String wanted) {
        return type != null
                && (type.name().equals(wanted)
                        || type.interfaces().stream().anyMatch(each -> isA(load(each), wanted))
                        || isA(load(type.superName()), wanted));
    }

    /** A class of this library or of the JDK; null if there is none. */
    private ClassSurface load(String name) {
        return name == null ? null : read.computeIfAbsent(name, Descriptors::readClass);
    }

    private static ClassSurface readClass(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in == null ? null : ClassSurface.read(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
