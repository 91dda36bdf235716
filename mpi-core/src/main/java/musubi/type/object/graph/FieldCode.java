package musubi.type.object.graph;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Generates the access to the fields of a class, for one whose objects are many: a hidden class
 * that has the accessors of the fields as constants, so that the JIT compiler sees plain reads and
 * writes. The class is collected with the accessors.
 */
final class FieldCode {
    private static final ClassDesc BASE = desc(FieldAccess.class);
    private static final ClassDesc WRITER = desc(GraphWriter.class);
    private static final ClassDesc READER = desc(GraphReader.class);
    private static final ClassDesc NAME =
            ClassDesc.of(FieldCode.class.getPackageName(), "GeneratedAccess");
    private static final MethodTypeDesc WRITE =
            MethodTypeDesc.of(CD_void, CD_Object, WRITER, CD_boolean);
    private static final MethodTypeDesc READ =
            MethodTypeDesc.of(CD_Object, CD_Object, READER, CD_boolean);

    private final Class<?>[] types;
    private final List<MethodHandle> handles = new ArrayList<>();
    private final boolean isRecord;

    private FieldCode(Field[] fields, Constructor<?> constructor) throws IllegalAccessException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        isRecord = constructor != null;
        types = new Class<?>[fields.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = erased(fields[i].getType());
            handles.add(
                    lookup.unreflectGetter(fields[i])
                            .asType(MethodType.methodType(types[i], Object.class)));
        }
        if (isRecord) {
            handles.add(
                    lookup.unreflectConstructor(constructor)
                            .asType(MethodType.methodType(Object.class, types)));
            return;
        }
        for (int i = 0; i < types.length; i++) {
            handles.add(
                    lookup.unreflectSetter(fields[i])
                            .asType(MethodType.methodType(void.class, Object.class, types[i])));
        }
    }

    /**
     * Generates the access to fields.
     *
     * @param constructor canonical one of a record; null for other objects
     * @return null where the fields are too many for generated code
     */
    static FieldAccess generate(Field[] fields, Constructor<?> constructor) {
        try {
            FieldCode code = new FieldCode(fields, constructor);
            MethodHandles.Lookup lookup =
                    MethodHandles.lookup()
                            .defineHiddenClassWithClassData(code.build(), code.handles, true);
            return (FieldAccess) lookup.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | IllegalArgumentException | LinkageError _) {
            return null;
        }
    }

    private static Class<?> erased(Class<?> type) {
        return type.isPrimitive() ? type : Object.class;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private byte[] build() {
        return ClassFile.of()
                .build(
                        NAME,
                        type ->
                                type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                                        .withSuperclass(BASE)
                                        .withMethodBody(INIT_NAME, MTD_void, 0, FieldCode::init)
                                        .withMethodBody("write", WRITE, 0, this::write)
                                        .withMethodBody("read", READ, 0, this::read));
    }

    private static void init(CodeBuilder code) {
        code.aload(0).invokespecial(BASE, INIT_NAME, MTD_void).return_();
    }

    private static void handle(CodeBuilder code, int index) {
        code.loadConstant(
                DynamicConstantDesc.ofNamed(
                        BSM_CLASS_DATA_AT, DEFAULT_NAME, CD_MethodHandle, index));
    }

    private static void invoke(CodeBuilder code, MethodTypeDesc type) {
        code.invokevirtual(CD_MethodHandle, "invokeExact", type);
    }

    private void write(CodeBuilder code) {
        for (int i = 0; i < types.length; i++) {
            code.aload(2);
            handle(code, i);
            code.aload(1);
            invoke(code, MethodTypeDesc.of(desc(types[i]), CD_Object));
            putValue(code, types[i]);
        }
        code.return_();
    }

    private static void putValue(CodeBuilder code, Class<?> type) {
        if (!type.isPrimitive()) {
            code.iload(3)
                    .invokevirtual(
                            WRITER, "write", MethodTypeDesc.of(CD_void, CD_Object, CD_boolean));
            return;
        }
        String name =
                switch (type.descriptorString()) {
                    case "I" -> "putInt";
                    case "J" -> "putLong";
                    case "D" -> "putDouble";
                    case "F" -> "putFloat";
                    case "Z" -> "putBoolean";
                    case "B" -> "putByte";
                    default -> "putShort";
                };
        boolean isWide = !name.equals("putByte") && !name.equals("putShort");
        ClassDesc parameter = desc(isWide ? type : int.class);
        code.invokevirtual(WRITER, name, MethodTypeDesc.of(CD_void, parameter));
    }

    private void read(CodeBuilder code) {
        if (isRecord) {
            handle(code, types.length);
        }
        for (int i = 0; i < types.length; i++) {
            if (!isRecord) {
                handle(code, types.length + i);
                code.aload(1);
            }
            getValue(code, types[i]);
            if (!isRecord) {
                invoke(code, MethodTypeDesc.of(CD_void, CD_Object, desc(types[i])));
            }
        }
        if (isRecord) {
            ClassDesc[] parameters =
                    Arrays.stream(types).map(FieldCode::desc).toArray(ClassDesc[]::new);
            invoke(code, MethodTypeDesc.of(CD_Object, parameters));
        } else {
            code.aload(1);
        }
        code.areturn();
    }

    private static void getValue(CodeBuilder code, Class<?> type) {
        code.aload(2);
        if (!type.isPrimitive()) {
            code.iload(3).invokevirtual(READER, "read", MethodTypeDesc.of(CD_Object, CD_boolean));
            return;
        }
        String name =
                switch (type.descriptorString()) {
                    case "I" -> "getInt";
                    case "J" -> "getLong";
                    case "D" -> "getDouble";
                    case "F" -> "getFloat";
                    case "Z" -> "getBoolean";
                    case "B" -> "getSigned";
                    case "C" -> "getChar";
                    default -> "getShort";
                };
        code.invokevirtual(READER, name, MethodTypeDesc.of(desc(type)));
    }
}
