package musubi.connect;

import musubi.adi.MemoryPool;
import musubi.adi.NodeMemory;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Lifetime;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The transports that a rank has opened, in the order in which they are preferred. Thread rule: the
 * thread that holds the rank.
 */
public final class Transports {
    private static final String SELF = "self";

    private final Map<String, Transport> byName;

    private Transports(Map<String, Transport> byName) {
        this.byName = byName;
    }

    /**
     * Opens those that are there and can work, and the one of a rank with itself.
     *
     * @param wanted their names with commas between; null for all
     * @throws MpiFailure of class ARG if a name is unknown
     */
    public static Transports open(TransportContext context, String wanted) {
        List<String> names = wanted == null ? null : List.of(wanted.split(","));
        List<String> known = new ArrayList<>();
        Map<String, Transport> opened = new LinkedHashMap<>();
        try {
            open(context, names, known, opened);
            checkKnown(names, known);
        } catch (RuntimeException | Error e) {
            opened.values().forEach(Transport::close);
            throw e;
        }
        return new Transports(opened);
    }

    private static void open(
            TransportContext context,
            List<String> names,
            List<String> known,
            Map<String, Transport> opened) {
        for (TransportProvider provider :
                ServiceLoader.load(TransportProvider.class, Transports.class.getClassLoader())) {
            String name = provider.name();
            known.add(name);
            if (names == null || names.contains(name) || name.equals(SELF)) {
                Transport transport = provider.open(context);
                if (transport != null) {
                    opened.put(name, transport);
                }
            }
        }
    }

    /** This one, and not even one of a rank with itself. */
    public static Transports only(String name, Transport transport) {
        return new Transports(Map.of(name, transport));
    }

    private static void checkKnown(List<String> names, List<String> known) {
        if (names != null && !known.containsAll(names)) {
            throw new MpiFailure(ErrorClass.ARG, "no such transport")
                    .with("wanted", names)
                    .with("known", known)
                    .advice("change --transport or MUSUBI_TRANSPORT");
        }
    }

    /** All of them by name. */
    public Map<String, Transport> byName() {
        return byName;
    }

    /** Those that make progress only when they are polled. */
    public Transport[] polled() {
        return byName.values().stream()
                .filter(transport -> transport.traits().polled())
                .toArray(Transport[]::new);
    }

    /** Every rank of the job has published how it is reached. */
    public void jobIsComplete() {
        byName.values().forEach(Transport::onJobComplete);
    }

    /** As {@link MemoryPool#lend}, of the first that has any. */
    public Lifetime.Lent lend(long bytes) {
        return first(MemoryPool.class, pool -> pool.lend(bytes));
    }

    /** As {@link MemoryPool#share}, of the first that has any. */
    public MemorySegment share(int[] numbers) {
        return first(MemoryPool.class, pool -> pool.share(numbers));
    }

    /** Memory that the ranks of this node have mapped, of the first that has any. */
    public NodeMemory nodeMemory() {
        return first(NodeMemory.class, Function.identity());
    }

    private <C, T> T first(Class<C> capability, Function<C, T> gives) {
        return byName.values().stream()
                .map(transport -> transport.capability(capability))
                .filter(Objects::nonNull)
                .map(gives)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Closes all of them. */
    public void close() {
        byName.values().forEach(Transport::close);
    }
}
