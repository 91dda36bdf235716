package musubi.pvas;

import java.io.ByteArrayInputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Rewrites the classes of a program: members of the JDK that represent the process are replaced by
 * those of the rank ({@link Redirections}), and handlers of all exceptions rethrow {@link
 * ExitUnwinding}.
 *
 * <p>Thread rule: any thread.
 */
final class ClassRewriter {
    private static final ClassDesc OBJECT = ClassDesc.of("java.lang.Object");
    private static final String LET_PASS = "letExitPass";
    private static final MethodTypeDesc LET_PASS_TYPE =
            MethodTypeDesc.ofDescriptor("(Ljava/lang/Throwable;)V");
    private static final Set<String> CATCHES_ALL = Set.of("java/lang/Throwable", "java/lang/Error");

    private final Redirections redirections;
    private final ClassFile classFile;

    /**
     * A rewriter.
     *
     * @param bytes returns the class file of a class or null, for the stack map frames of merged
     *     types
     * @param isThrowable whether the class of an internal name is a throwable
     */
    ClassRewriter(Function<ClassDesc, byte[]> bytes, Predicate<String> isThrowable) {
        redirections = new Redirections(isThrowable);
        ClassHierarchyResolver parsing =
                ClassHierarchyResolver.ofResourceParsing(
                        type -> {
                            byte[] found = bytes.apply(type);
                            return found == null ? null : new ByteArrayInputStream(found);
                        });
        // A missing class counts as a subclass of Object.
        ClassHierarchyResolver any =
                type -> ClassHierarchyResolver.ClassHierarchyInfo.ofClass(OBJECT);
        classFile =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofClassLoading(
                                                ClassLoader.getPlatformClassLoader())
                                        .orElse(parsing)
                                        .orElse(any)
                                        .cached(ConcurrentHashMap::new)));
    }

    /** The rewritten class file; the same bytes if nothing changes. */
    byte[] rewrite(byte[] original) {
        ClassModel model = classFile.parse(original);
        return concerns(model) ? classFile.transformClass(model, this::element) : original;
    }

    private boolean concerns(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (concerns(entry)) {
                return true;
            }
        }
        return false;
    }

    private boolean concerns(PoolEntry entry) {
        if (entry instanceof MemberRefEntry member) {
            return redirections.of(member) != null;
        }
        return entry instanceof ClassEntry type && CATCHES_ALL.contains(type.asInternalName());
    }

    private void element(ClassBuilder builder, ClassElement element) {
        if (element instanceof MethodModel method
                && method.code().isPresent()
                && concerns(method.code().get())) {
            CodeModel code = method.code().get();
            builder.transformMethod(method, MethodTransform.transformingCode(new Body(code)));
        } else {
            builder.with(element);
        }
    }

    private boolean concerns(CodeModel code) {
        if (!handlers(code).isEmpty()) {
            return true;
        }
        for (CodeElement element : code) {
            if (concerns(element)) {
                return true;
            }
        }
        return false;
    }

    private boolean concerns(CodeElement element) {
        return target(element) != null
                || element instanceof InvokeDynamicInstruction call && mentions(call);
    }

    /** Of an instruction; null of others. */
    private Redirections.Target target(CodeElement element) {
        if (element instanceof FieldInstruction field) {
            return field.opcode() == Opcode.GETSTATIC ? redirections.of(field.field()) : null;
        }
        return element instanceof InvokeInstruction call && Redirections.fits(call.opcode())
                ? redirections.of(call.method())
                : null;
    }

    /** The handlers of Throwable and Error. */
    private static Set<Label> handlers(CodeModel code) {
        Set<Label> handlers = Collections.newSetFromMap(new IdentityHashMap<>());
        for (ExceptionCatch one : code.exceptionHandlers()) {
            boolean all =
                    one.catchType().isPresent()
                            && CATCHES_ALL.contains(one.catchType().get().asInternalName());
            if (all && code instanceof CodeAttribute attribute && !catchesItself(one, attribute)) {
                handlers.add(one.handler());
            }
        }
        return handlers;
    }

    private static boolean catchesItself(ExceptionCatch one, CodeAttribute code) {
        int handler = code.labelToBci(one.handler());
        return handler >= code.labelToBci(one.tryStart())
                && handler < code.labelToBci(one.tryEnd());
    }

    private boolean mentions(InvokeDynamicInstruction call) {
        for (ConstantDesc argument : call.bootstrapArgs()) {
            if (redirected(argument) != argument) {
                return true;
            }
        }
        return false;
    }

    private ConstantDesc redirected(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc handle)) {
            return argument;
        }
        boolean fits =
                handle.kind() == DirectMethodHandleDesc.Kind.STATIC
                        || handle.kind() == DirectMethodHandleDesc.Kind.VIRTUAL;
        String owner = handle.owner().descriptorString();
        if (!fits || owner.length() < 2 || owner.charAt(0) != 'L') {
            return argument;
        }
        Redirections.Target target =
                redirections.of(
                        owner.substring(1, owner.length() - 1),
                        handle.methodName(),
                        handle.lookupDescriptor());
        return target == null
                ? argument
                : MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC,
                        Redirections.Target.OWNER,
                        target.name(),
                        target.type());
    }

    private DynamicCallSiteDesc redirected(InvokeDynamicInstruction call) {
        ConstantDesc[] arguments =
                call.bootstrapArgs().stream().map(this::redirected).toArray(ConstantDesc[]::new);
        return DynamicCallSiteDesc.of(
                call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments);
    }

    /** Rewrites the code of a method. */
    private final class Body implements CodeTransform {
        private final Set<Label> handlers;

        Body(CodeModel code) {
            handlers = handlers(code);
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            Redirections.Target target = target(element);
            if (target != null) {
                builder.invokestatic(Redirections.Target.OWNER, target.name(), target.type());
            } else if (element instanceof InvokeDynamicInstruction call && mentions(call)) {
                builder.invokedynamic(redirected(call));
            } else {
                builder.with(element);
                if (element instanceof LabelTarget label && handlers.contains(label.label())) {
                    builder.dup();
                    builder.invokestatic(Redirections.Target.OWNER, LET_PASS, LET_PASS_TYPE);
                }
            }
        }
    }
}
