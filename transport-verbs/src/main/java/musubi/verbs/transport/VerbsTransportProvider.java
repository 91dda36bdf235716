package musubi.verbs.transport;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.config.Setting;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.AdapterSettings;
import musubi.verbs.JobNetwork;
import musubi.verbs.WireFaults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Emulated verbs between the ranks of a job, where they are asked for by name; their settings are
 * {@link VerbsSettings}.
 */
public final class VerbsTransportProvider implements TransportProvider {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String NODE = "node";
    private static final String UDP = "udp";
    private static final int SLOTS = 256;

    private final Optional<WireFaults> faults;

    /** For {@link java.util.ServiceLoader}. */
    public VerbsTransportProvider() {
        this(Optional.empty());
    }

    /** For tests: with faults of the wires. */
    VerbsTransportProvider(Optional<WireFaults> faults) {
        this.faults = faults;
    }

    @Override
    public String name() {
        return "verbs";
    }

    @Override
    public Transport open(TransportContext context) {
        if (context.worldSize() < 2 || Setting.TRANSPORT.text(context.setting()) == null) {
            return null;
        }
        if (context.worldSize() > Service.MOST_RANKS) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "too many ranks for emulated verbs: worldSize="
                            + context.worldSize()
                            + " largest="
                            + Service.MOST_RANKS
                            + "; choose another transport with mpiexec --transport");
        }
        boolean udpOnly = VerbsSettings.WIRE.text(context.setting()).equals(UDP);
        boolean oneNode = context.localSize() == context.worldSize();
        Path file = file(context);
        JobKey key = JobKey.of(context);
        Optional<JobNetwork.Node> node =
                udpOnly
                        ? Optional.empty()
                        : Optional.of(
                                new JobNetwork.Node(
                                        file, context.localRank(), context.localSize(), SLOTS));
        Optional<JobNetwork.Internet> internet =
                udpOnly || !oneNode
                        ? Optional.of(
                                new JobNetwork.Internet(
                                        new InetSocketAddress(host(context, key), 0), key.seal()))
                        : Optional.empty();
        int lid = Service.lid(context.worldRank());
        JobNetwork network = JobNetwork.join(lid, node, internet, faults, AdapterSettings.DEFAULTS);
        var self = new Engine.Self(context.worldRank(), context.worldSize(), key.access());
        VerbsOptions options = VerbsOptions.of(context);
        Engine engine = new Engine(network.adapter(), self, options, context.inbound());
        VerbsAddress address =
                new VerbsAddress(
                        udpOnly ? null : identity(file), network.udpAddress().orElse(null));
        boolean owner = context.localRank() == 0 && !udpOnly;
        return new VerbsTransport(network, engine, address, () -> unlink(file, owner));
    }

    private static Path file(TransportContext context) {
        String node = context.setting().apply(NODE);
        String suffix = node == null || node.equals("0") ? "" : "." + node;
        String name = "musubi-" + context.jobId() + suffix + ".verbs";
        return Path.of(VerbsSettings.DIRECTORY.text(context.setting())).resolve(name);
    }

    /** The same for two ranks if and only if they have the same file. */
    private static String identity(Path file) {
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:dev,ino");
            String boot = Files.readString(BOOT_ID).strip();
            return boot + ":" + found.get("dev") + ":" + found.get("ino");
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "wires of the node cannot be told from others: file="
                            + file
                            + " cause="
                            + e
                            + "; set "
                            + VerbsSettings.WIRE.variable()
                            + "=udp",
                    e);
        }
    }

    private static void unlink(Path file, boolean owner) {
        try {
            if (owner) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static InetAddress host(TransportContext context, JobKey key) {
        String set = VerbsSettings.HOST.text(context.setting());
        boolean oneNode = context.localSize() == context.worldSize();
        try {
            InetAddress host =
                    set != null
                            ? InetAddress.getByName(set)
                            : oneNode
                                    ? InetAddress.ofLiteral("127.0.0.1")
                                    : InetAddress.getLocalHost();
            if (!host.isLoopbackAddress() && !key.isSecret()) {
                throw new MpiFailure(
                        ErrorClass.ARG,
                        "other hosts could send packets and nothing would keep them out: host="
                                + host.getHostAddress()
                                + " rank="
                                + context.worldRank()
                                + "; set MUSUBI_SECRET to the same value on all ranks");
            }
            return host;
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "no such host: "
                            + set
                            + "; set "
                            + VerbsSettings.HOST.variable()
                            + " to an address of this host",
                    e);
        }
    }
}
