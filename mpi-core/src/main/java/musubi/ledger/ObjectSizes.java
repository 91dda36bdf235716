package musubi.ledger;

import com.sun.management.HotSpotDiagnosticMXBean;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * How large objects are in this JVM, by the rules by which HotSpot lays them out (since JDK 15):
 * fields of a superclass first, then its own by size, the largest first; gaps are filled with
 * smaller ones. Tests compare with JOL.
 */
final class ObjectSizes {
    private static final int WORD = 8;

    private final int reference;
    private final int header;
    private final int arrayHeader;
    private final int alignment;

    ObjectSizes() {
        HotSpotDiagnosticMXBean vm =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        boolean compactHeaders = isOn(vm, "UseCompactObjectHeaders");
        boolean shortClasses = isOn(vm, "UseCompressedClassPointers");
        reference = isOn(vm, "UseCompressedOops") ? Integer.BYTES : WORD;
        header = compactHeaders ? WORD : WORD + (shortClasses ? Integer.BYTES : WORD);
        arrayHeader = header + Integer.BYTES;
        alignment = Integer.parseInt(vm.getVMOption("ObjectAlignmentInBytes").getValue());
    }

    private static boolean isOn(HotSpotDiagnosticMXBean vm, String option) {
        return Boolean.parseBoolean(vm.getVMOption(option).getValue());
    }

    /** Size of an array with this number of elements. */
    long array(Class<?> element, long length) {
        int size = size(element);
        long start = arrayHeader + size - 1 & -size;
        return aligned(start + length * size);
    }

    long array(Object array) {
        return array(array.getClass().componentType(), Array.getLength(array));
    }

    /** Size of an array with this number of references. */
    long references(long length) {
        return array(Object.class, length);
    }

    /** An object of that class, without what it refers to. */
    long object(Class<?> type) {
        List<int[]> free = new ArrayList<>();
        return aligned(end(type, free));
    }

    /** Where the fields of a class end, with those of its superclasses. */
    private int end(Class<?> type, List<int[]> gaps) {
        if (type == null) {
            return header;
        }
        int end = end(type.getSuperclass(), gaps);
        List<Integer> sizes = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                sizes.add(size(field.getType()));
            }
        }
        sizes.sort((a, b) -> b - a);
        for (int size : sizes) {
            if (!fill(gaps, size)) {
                int start = end + size - 1 & -size;
                if (start > end) {
                    gaps.add(new int[] {end, start});
                }
                end = start + size;
            }
        }
        return end;
    }

    /** Puts a field into a gap. */
    private static boolean fill(List<int[]> gaps, int size) {
        for (int[] gap : gaps) {
            int start = gap[0] + size - 1 & -size;
            if (start + size <= gap[1]) {
                if (start > gap[0]) {
                    gaps.add(new int[] {gap[0], start});
                }
                gap[0] = start + size;
                return true;
            }
        }
        return false;
    }

    private long aligned(long bytes) {
        return bytes + alignment - 1 & -alignment;
    }

    private int size(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == int.class || type == float.class) {
            return Integer.BYTES;
        }
        if (type == short.class || type == char.class) {
            return Short.BYTES;
        }
        return type == byte.class || type == boolean.class ? Byte.BYTES : reference;
    }
}
