package musubi.launch.pmi;

import musubi.bootstrap.pmi.PmiLine;

import java.util.HashMap;
import java.util.Map;

/**
 * The name service of a job: ports that native programs publish under a name.
 *
 * <p>Thread rule: one thread at a time.
 */
final class NameService {
    static final String PUBLISH = "publish_name";
    static final String LOOK_UP = "lookup_name";
    static final String UNPUBLISH = "unpublish_name";
    private static final int MAX_NAMES = 10_000;

    private final Map<String, String> ports = new HashMap<>();

    /** The reply to one of the three commands. */
    PmiLine answer(PmiLine line) {
        String service = line.value("service");
        String port = line.value("port");
        return switch (line.command()) {
            case PUBLISH -> result("publish_result", publish(service, port), "cannot_publish");
            case LOOK_UP -> {
                String found = ports.get(service);
                PmiLine answer = result("lookup_result", found != null, "service_not_found");
                yield found == null ? answer : answer.with("port", found);
            }
            default -> {
                boolean removed = ports.remove(service) != null;
                yield result("unpublish_result", removed, "service_not_found");
            }
        };
    }

    private boolean publish(String service, String port) {
        boolean fits = service != null && port != null && ports.size() < MAX_NAMES;
        return fits && ports.putIfAbsent(service, port) == null;
    }

    private static PmiLine result(String command, boolean done, String otherwise) {
        return PmiLine.command(command)
                .with("info", done ? "ok" : "fail")
                .with("rc", done ? 0 : 1)
                .with("msg", done ? "success" : otherwise);
    }
}
