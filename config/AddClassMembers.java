import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Adds to the compiled classes of package {@code mpi} the members that class files compiled against
 * MPJ Express name and that Java source cannot declare. A second member of the same name is
 * possible in a class file, where its type is part of its name; the compiler ignores it, as it is
 * synthetic. {@code finalize} is empty, so the JVM has no work with it. A class that has its
 * members stays as it is. DescriptorsTest in conformance compares the result with the lists of both
 * dialects.
 *
 * <p>Usage: {@code AddClassMembers CLASSES}, the folder of the compiled classes. The pom.xml of
 * mpi-core runs it after the compiler.
 */
final class AddClassMembers {
    private static final int SYNTHETIC =
            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    private static final ClassDesc MPI = ClassDesc.of("mpi.MPI");
    private static final ClassDesc COMM = ClassDesc.of("mpi.Comm");
    private static final String COMM_SELF = "COMM_SELF";
    private static final String DETACH = "Buffer_detach";
    private static final String FINALIZE = "finalize";
    private static final MethodTypeDesc BYTES =
            MethodTypeDesc.of(ConstantDescs.CD_byte.arrayType());

    private AddClassMembers() {}

    public static void main(String[] words) throws IOException {
        Path folder = Path.of(words[0]).resolve("mpi");
        add(folder.resolve("MPI.class"), DETACH, ofMpi());
        for (String name : List.of("Datatype", "Group", "Op", "Request")) {
            add(
                    folder.resolve(name + ".class"),
                    FINALIZE,
                    ClassTransform.endHandler(AddClassMembers::addFinalize));
        }
    }

    /** Changes a class that has no method of this name without a result. */
    private static void add(Path file, String method, ClassTransform change) throws IOException {
        ClassModel model = ClassFile.of().parse(file);
        boolean done =
                model.methods().stream()
                        .anyMatch(
                                m ->
                                        m.methodName().equalsString(method)
                                                && m.methodTypeSymbol()
                                                        .equals(ConstantDescs.MTD_void));
        if (!done) {
            Files.write(file, ClassFile.of().transformClass(model, change));
        }
    }

    /** {@code void Buffer_detach()}, and a field {@code Comm COMM_SELF} equal to the other one. */
    private static ClassTransform ofMpi() {
        return ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME),
                        AddClassMembers::setBothFields)
                .andThen(
                        ClassTransform.endHandler(
                                mpi -> {
                                    mpi.withField(COMM_SELF, COMM, SYNTHETIC | ClassFile.ACC_FINAL);
                                    mpi.withMethodBody(
                                            DETACH,
                                            ConstantDescs.MTD_void,
                                            SYNTHETIC,
                                            code ->
                                                    code.invokestatic(MPI, DETACH, BYTES)
                                                            .pop()
                                                            .return_());
                                }));
    }

    private static void setBothFields(CodeBuilder code, CodeElement element) {
        if (element instanceof FieldInstruction set
                && set.opcode() == Opcode.PUTSTATIC
                && set.name().equalsString(COMM_SELF)) {
            code.dup().putstatic(MPI, COMM_SELF, COMM);
        }
        code.with(element);
    }

    private static void addFinalize(ClassBuilder owner) {
        owner.withMethodBody(
                FINALIZE, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, CodeBuilder::return_);
    }
}
