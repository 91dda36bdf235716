package musubi.type.object.graph;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;

/**
 * The access to the fields of a class: by reflection first, and generated when it has been used
 * often enough to be worth the time. Thread rule: any thread; several may generate it.
 */
final class Fields {
    /** Uses after which code is generated, which takes as long as about this number of them. */
    private static final int MANY = 5_000;

    private final Field[] fields;
    private final Constructor<?> constructor;
    private FieldAccess access;
    private int uses;

    Fields(Field[] fields, Constructor<?> constructor) {
        this.fields = fields;
        this.constructor = constructor;
        access = new FieldValues(fields, constructor);
    }

    FieldAccess access() {
        if (uses < MANY && ++uses == MANY) {
            FieldAccess generated = FieldCode.generate(fields, constructor);
            access = generated == null ? access : generated;
        }
        return access;
    }
}
