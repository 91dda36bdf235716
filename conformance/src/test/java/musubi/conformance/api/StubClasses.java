package musubi.conformance.api;

import musubi.conformance.api.ClassSurface.Member;

import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldBuilder;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes the classes of a list of descriptors as class files without code. A program that is
 * compiled against them has the class file that the original library gives it.
 */
public final class StubClasses {
    private StubClasses() {}

    /** Writes the classes of MPJ Express. */
    public static void writeMpjExpress(Path folder) throws IOException {
        Map<String, ClassSurface> list = ClassSurface.parse(ApiTable.lines("mpj-descriptors.txt"));
        for (ClassSurface surface : list.values()) {
            Path file = folder.resolve(surface.name() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, classFile(surface, list));
        }
    }

    private static byte[] classFile(ClassSurface surface, Map<String, ClassSurface> list) {
        return ClassFile.of()
                .build(
                        ClassDesc.ofInternalName(surface.name()),
                        type -> {
                            type.withFlags(surface.flags() | ClassFile.ACC_SUPER);
                            type.withSuperclass(ClassDesc.ofInternalName(surface.superName()));
                            List<String> known =
                                    surface.interfaces().stream()
                                            .filter(list::containsKey)
                                            .toList();
                            type.withInterfaceSymbols(
                                    known.stream().map(ClassDesc::ofInternalName).toList());
                            surface.members().forEach(member -> add(type, surface, member));
                        });
    }

    private static void add(ClassBuilder type, ClassSurface owner, Member member) {
        if (!member.isMethod()) {
            ClassDesc its = ClassDesc.ofDescriptor(member.descriptor());
            type.withField(member.name(), its, field -> describe(field, member));
            return;
        }
        boolean isAbstract =
                member.has(ClassFile.ACC_ABSTRACT) || owner.has(ClassFile.ACC_INTERFACE);
        type.withMethod(
                member.name(),
                MethodTypeDesc.ofDescriptor(member.descriptor()),
                isAbstract ? member.flags() | ClassFile.ACC_ABSTRACT : member.flags(),
                method -> {
                    method.with(
                            ExceptionsAttribute.ofSymbols(
                                    member.thrown().stream()
                                            .map(ClassDesc::ofInternalName)
                                            .toList()));
                    if (!isAbstract) {
                        method.withCode(code -> code.aconst_null().athrow());
                    }
                });
    }

    private static void describe(FieldBuilder field, Member member) {
        field.withFlags(member.flags());
        if (member.value() != null) {
            ConstantDesc value = Integer.valueOf(member.value());
            field.with(ConstantValueAttribute.of(value));
        }
    }
}
