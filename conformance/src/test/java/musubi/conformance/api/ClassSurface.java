package musubi.conformance.api;

import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What class files of a program can name of a class: its public and protected members, with their
 * descriptors. Read from a class file, or from the lists in {@code resources/api}.
 *
 * @param name with slashes
 * @param superName null for Object
 */
record ClassSurface(
        int flags, String name, String superName, List<String> interfaces, List<Member> members) {
    private static final int VISIBLE = ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED;
    private static final String OBJECT = "java/lang/Object";
    private static final List<Flag> FLAGS =
            List.of(
                    new Flag("protected", ClassFile.ACC_PROTECTED),
                    new Flag("static", ClassFile.ACC_STATIC),
                    new Flag("abstract", ClassFile.ACC_ABSTRACT),
                    new Flag("final", ClassFile.ACC_FINAL));

    private record Flag(String word, int bit) {}

    /**
     * A field, method or constructor.
     *
     * @param value of a constant, which class files of its users contain; else null
     * @param thrown the declared exceptions
     */
    record Member(int flags, String name, String descriptor, String value, List<String> thrown) {
        boolean isMethod() {
            return descriptor.startsWith("(");
        }

        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        @Override
        public String toString() {
            return name + (isMethod() ? "" : " ") + descriptor;
        }
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** The constructor, method or field of this class itself; null if it has none. */
    Member find(Member wanted) {
        for (Member member : members) {
            if (member.name.equals(wanted.name) && member.descriptor.equals(wanted.descriptor)) {
                return member;
            }
        }
        return null;
    }

    /** Whether a class of another package can extend it. */
    boolean isOpen() {
        return !has(ClassFile.ACC_FINAL)
                && (has(ClassFile.ACC_INTERFACE)
                        || members.stream().anyMatch(m -> m.name.equals("<init>")));
    }

    /** Reads a class file. */
    static ClassSurface read(byte[] classFile) {
        ClassModel model = ClassFile.of().parse(classFile);
        List<Member> members = new ArrayList<>();
        model.fields().stream()
                .filter(field -> (field.flags().flagsMask() & VISIBLE) != 0)
                .map(
                        field ->
                                new Member(
                                        field.flags().flagsMask(),
                                        field.fieldName().stringValue(),
                                        field.fieldType().stringValue(),
                                        constant(field),
                                        List.of()))
                .forEach(members::add);
        model.methods().stream()
                .filter(method -> (method.flags().flagsMask() & VISIBLE) != 0)
                .map(ClassSurface::method)
                .forEach(members::add);
        return new ClassSurface(
                flagsOf(model),
                model.thisClass().asInternalName(),
                model.superclass().map(ClassEntry::asInternalName).orElse(null),
                model.interfaces().stream().map(ClassEntry::asInternalName).toList(),
                members);
    }

    private static String constant(AttributedElement field) {
        return field.findAttribute(Attributes.constantValue())
                .map(value -> value.constant().constantValue().toString())
                .orElse(null);
    }

    private static Member method(MethodModel method) {
        List<String> thrown =
                method
                        .findAttribute(Attributes.exceptions())
                        .map(all -> all.exceptions().stream().map(ClassEntry::asInternalName))
                        .stream()
                        .flatMap(names -> names)
                        .toList();
        return new Member(
                method.flags().flagsMask(),
                method.methodName().stringValue(),
                method.methodType().stringValue(),
                null,
                thrown);
    }

    /** The flags of a nested class are in an attribute. */
    private static int flagsOf(ClassModel model) {
        String name = model.thisClass().asInternalName();
        return model.findAttribute(Attributes.innerClasses())
                .flatMap(
                        inner ->
                                inner.classes().stream()
                                        .filter(c -> c.innerClass().asInternalName().equals(name))
                                        .findFirst())
                .map(own -> own.flagsMask() | model.flags().flagsMask() & ClassFile.ACC_INTERFACE)
                .orElse(model.flags().flagsMask());
    }

    /** Writes it as the lists have it, without what no class of another package can name. */
    String text() {
        boolean open = isOpen();
        StringBuilder text = new StringBuilder(words(flags, true));
        text.append(has(ClassFile.ACC_INTERFACE) ? "interface " : "class ").append(name);
        if (superName != null && !superName.equals(OBJECT)) {
            text.append(" extends ").append(superName);
        }
        interfaces.forEach(each -> text.append(" implements ").append(each));
        for (Member member : members) {
            if (open || !member.has(ClassFile.ACC_PROTECTED)) {
                text.append("\n  ").append(words(member.flags, !has(ClassFile.ACC_INTERFACE)));
                text.append(member);
                text.append(member.value == null ? "" : " = " + member.value);
                member.thrown.forEach(each -> text.append(" throws ").append(each));
            }
        }
        return text.append('\n').toString();
    }

    private static String words(int flags, boolean all) {
        StringBuilder words = new StringBuilder();
        for (Flag flag : FLAGS) {
            boolean shown = all || flag.bit != ClassFile.ACC_ABSTRACT;
            words.append(shown && (flags & flag.bit) != 0 ? flag.word + " " : "");
        }
        return words.toString();
    }

    /** Reads a list: the classes by name. */
    static Map<String, ClassSurface> parse(List<String> lines) {
        Map<String, ClassSurface> classes = new TreeMap<>();
        ClassSurface current = null;
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> words = new ArrayList<>(List.of(line.strip().split(" ")));
            int flags = takeFlags(words);
            if (line.startsWith(" ")) {
                current.members.add(member(flags, words));
            } else {
                current = type(flags, words);
                classes.put(current.name, current);
            }
        }
        return classes;
    }

    private static int takeFlags(List<String> words) {
        int flags = 0;
        for (Flag flag : FLAGS) {
            flags |= words.remove(flag.word) ? flag.bit : 0;
        }
        return (flags & ClassFile.ACC_PROTECTED) != 0 ? flags : flags | ClassFile.ACC_PUBLIC;
    }

    private static ClassSurface type(int flags, List<String> words) {
        boolean isInterface = words.getFirst().equals("interface");
        int extended = words.indexOf("extends");
        return new ClassSurface(
                isInterface ? flags | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT : flags,
                words.get(1),
                extended < 0 ? OBJECT : words.get(extended + 1),
                after("implements", words),
                new ArrayList<>());
    }

    private static Member member(int flags, List<String> words) {
        String name = words.getFirst();
        int open = name.indexOf('(');
        int equals = words.indexOf("=");
        return new Member(
                flags,
                open < 0 ? name : name.substring(0, open),
                open < 0 ? words.get(1) : name.substring(open),
                equals < 0 ? null : words.get(equals + 1),
                after("throws", words));
    }

    private static List<String> after(String word, List<String> words) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals(word)) {
                names.add(words.get(i + 1));
            }
        }
        return names;
    }
}
