package musubi.launch.mapping;

import musubi.launch.failure.LaunchFailure;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of parts of a machine to which ranks are mapped or bound.
 *
 * @param kind the kind
 * @param level the level of a cache; 0 for other kinds
 * @param type the contents of a cache: {@code d}, {@code i}, {@code u}; empty for all but
 *     instruction caches, and for other kinds
 */
public record Domain(Kind kind, int level, String type) {
    /** The whole machine. */
    public static final Domain MACHINE = new Domain(Kind.MACHINE, 0, "");

    public static final Domain SOCKET = new Domain(Kind.SOCKET, 0, "");
    public static final Domain NUMA_NODE = new Domain(Kind.NUMA_NODE, 0, "");
    public static final Domain CORE = new Domain(Kind.CORE, 0, "");
    public static final Domain HARDWARE_THREAD = new Domain(Kind.HARDWARE_THREAD, 0, "");

    private static final Pattern CACHE = Pattern.compile("l([1-5])([diu]?)cache");
    private static final Pattern DEVICE =
            Pattern.compile("(pci|gpu|ib|hfi|en|eth|dist|mindist|device)[0-9]*");

    /** The kinds, from the largest. */
    public enum Kind {
        MACHINE,
        SOCKET,
        NUMA_NODE,
        CACHE,
        CORE,
        HARDWARE_THREAD
    }

    /** The domain that Open MPI or Hydra names so; null if there is none. */
    static Domain named(String word) {
        String name = word.toLowerCase(Locale.ROOT);
        Matcher cache = CACHE.matcher(name);
        if (cache.matches()) {
            return new Domain(Kind.CACHE, Integer.parseInt(cache.group(1)), cache.group(2));
        }
        return switch (name) {
            case "machine", "board", "node" -> MACHINE;
            case "socket", "package", "pkg" -> SOCKET;
            case "numa" -> NUMA_NODE;
            case "core" -> CORE;
            case "hwthread" -> HARDWARE_THREAD;
            default -> null;
        };
    }

    /**
     * The failure for a value that names no domain.
     *
     * @param word the value, with its modifiers
     */
    static LaunchFailure unknown(String option, String word) {
        String first = word.split(":")[0].toLowerCase(Locale.ROOT);
        if (DEVICE.matcher(first).matches()) {
            return LaunchFailure.usage("no placement by distance to a device")
                    .with(option, word)
                    .advice(
                            "find the device's NUMA node (/sys/class/net/NAME/device/numa_node) and"
                                    + " use its processors: --cpu-set LIST");
        }
        return LaunchFailure.usage("unknown part of a machine")
                .with(option, word)
                .advice(
                        "choose hwthread, core, l1cache, l2cache, l3cache, numa, socket or"
                                + " machine");
    }

    /** Whether a cache of this level and type, in the words of Linux, is one of these. */
    boolean isCache(String cacheLevel, String cacheType) {
        if (kind != Kind.CACHE || !cacheLevel.equals(Integer.toString(level))) {
            return false;
        }
        return type.isEmpty()
                ? !cacheType.equals("Instruction")
                : cacheType.toLowerCase(Locale.ROOT).startsWith(type);
    }

    /** Whether the parts have several cores as a rule. */
    boolean isLargerThanCore() {
        return kind.compareTo(Kind.CORE) < 0;
    }

    /** Its name in Open MPI's words. */
    @Override
    public String toString() {
        return switch (kind) {
            case MACHINE -> "machine";
            case SOCKET -> "socket";
            case NUMA_NODE -> "numa";
            case CACHE -> "l" + level + type + "cache";
            case CORE -> "core";
            case HARDWARE_THREAD -> "hwthread";
        };
    }
}
