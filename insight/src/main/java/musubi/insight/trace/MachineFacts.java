package musubi.insight.trace;

import jdk.jfr.consumer.RecordedEvent;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Facts in a recording about its host and JVM. */
public final class MachineFacts {
    /** Name of the fact with the number of hardware threads. */
    public static final String HARDWARE_THREADS = "hardware threads";

    private static final double NS_PER_MS = 1e6;

    private final Map<String, String> facts = new LinkedHashMap<>();
    private int collections;
    private Duration pauses = Duration.ZERO;
    private int loads;
    private double machineLoad;
    private double ownLoad;

    /** Extracts the facts of an event of the JDK. */
    void add(String name, RecordedEvent event) {
        switch (name) {
            case "jdk.JVMInformation" -> {
                facts.put("JVM", event.getString("jvmVersion"));
                facts.put("JVM options", event.getString("jvmArguments"));
                facts.put("program", event.getString("javaArguments"));
                facts.put("process", Long.toString(event.getLong("pid")));
            }
            case "jdk.OSInformation" -> facts.put("system", event.getString("osVersion").strip());
            case "jdk.CPUInformation" -> {
                facts.put("processor", event.getString("cpu"));
                facts.put("cores", Integer.toString(event.getInt("cores")));
                facts.put(HARDWARE_THREADS, Integer.toString(event.getInt("hwThreads")));
            }
            case "jdk.GarbageCollection" -> {
                collections++;
                pauses = pauses.plus(event.getDuration("sumOfPauses"));
            }
            case "jdk.CPULoad" -> {
                loads++;
                machineLoad += event.getFloat("machineTotal");
                ownLoad += event.getFloat("jvmUser") + event.getFloat("jvmSystem");
            }
            default -> {
                // Other events are for JDK Mission Control.
            }
        }
    }

    /** All facts, by name. */
    public Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(facts);
        String pauseMs = String.format(Locale.ROOT, "%.1f ms", pauses.toNanos() / NS_PER_MS);
        all.put("garbage collections", collections + ", pauses " + pauseMs);
        if (loads > 0) {
            all.put("load of the machine", percent(machineLoad / loads));
            all.put("load by this JVM", percent(ownLoad / loads) + " of the machine");
        }
        return all;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
