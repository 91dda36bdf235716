package musubi.verbs.transport;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.config.HostAddress;
import musubi.config.Setting;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.memory.PrivateFiles;
import musubi.verbs.adapter.AdapterSettings;
import musubi.verbs.adapter.JobNetwork;
import musubi.verbs.transport.engine.VerbsEngine;
import musubi.verbs.transport.options.JobKeys;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.options.VerbsSettings;
import musubi.verbs.transport.policy.LeastLatencyPolicy;
import musubi.verbs.transport.policy.PathPolicy;
import musubi.verbs.transport.protocol.WellKnownTarget;
import musubi.verbs.wire.Wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Emulated verbs between the ranks of a job, where they are requested by name; the settings are
 * {@link VerbsSettings}.
 */
public final class VerbsTransportProvider implements TransportProvider {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String UDP = "udp";
    private static final int SLOTS = 256;

    private final UnaryOperator<Wire> wrapper;
    private final Optional<Supplier<PathPolicy>> policies;

    /** For {@link java.util.ServiceLoader}. */
    public VerbsTransportProvider() {
        this(UnaryOperator.identity(), Optional.empty());
    }

    /** For tests: with a layer around the wires, and another policy. */
    public VerbsTransportProvider(
            UnaryOperator<Wire> wrapper, Optional<Supplier<PathPolicy>> policies) {
        this.wrapper = wrapper;
        this.policies = policies;
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
        boolean shares = !isUdpOnly(context);
        Path file = shares ? file(context) : null;
        JobNetwork network = join(context, file, JobKeys.of(context));
        VerbsEngine engine = engine(context, network);
        VerbsAddress address =
                new VerbsAddress(shares ? identity(file) : null, network.udpAddress().orElse(null));
        boolean owner = shares && context.localRank() == 0;
        return new VerbsTransport(network, engine, address, () -> unlink(file, owner));
    }

    /** The transport of a rank over a network of the caller. */
    public Transport open(TransportContext context, JobNetwork network) {
        VerbsAddress address = new VerbsAddress(null, network.udpAddress().orElseThrow());
        return new VerbsTransport(network, engine(context, network), address, () -> {});
    }

    private VerbsEngine engine(TransportContext context, JobNetwork network) {
        long accessKey = JobKeys.of(context).accessKey();
        var self = new VerbsEngine.LocalRank(context.worldRank(), context.worldSize(), accessKey);
        PathPolicy policy =
                policies.map(Supplier::get)
                        .orElseGet(() -> new LeastLatencyPolicy(VerbsOptions.limits(context)));
        VerbsOptions options = VerbsOptions.of(context);
        return new VerbsEngine(network.adapter(), self, options, context.inbound(), policy);
    }

    private static boolean isUdpOnly(TransportContext context) {
        return VerbsSettings.WIRE.text(context.setting()).equals(UDP);
    }

    /** Joins the network, with the wires of this node if there is a file for them. */
    private JobNetwork join(TransportContext context, Path file, JobKeys key) {
        Optional<JobNetwork.Node> node = Optional.empty();
        if (file != null) {
            int local = context.localRank();
            var own = new JobNetwork.Node(file, local, context.localSize(), SLOTS);
            node = Optional.of(own);
        }
        Optional<JobNetwork.Udp> internet = Optional.empty();
        if (node.isEmpty() || context.localSize() < context.worldSize()) {
            InetSocketAddress here = new InetSocketAddress(host(context, key), 0);
            internet = Optional.of(new JobNetwork.Udp(here, key.macKey()));
        }
        int lid = WellKnownTarget.lidOf(context.worldRank());
        return JobNetwork.join(lid, node, internet, wrapper, AdapterSettings.DEFAULTS);
    }

    private static Path file(TransportContext context) {
        String suffix = context.node() == 0 ? "" : "." + context.node();
        String name = "musubi-" + context.jobId() + suffix + ".verbs";
        Path directory = Path.of(VerbsSettings.DIRECTORY.text(context.setting()));
        try {
            return PrivateFiles.within(directory).resolve(name);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.OTHER, "no private directory for the node's wires", e)
                    .with("directory", directory)
                    .with("cause", e)
                    .advice(
                            "choose another one with "
                                    + VerbsSettings.DIRECTORY.variable()
                                    + ", or set "
                                    + VerbsSettings.WIRE.variable()
                                    + "=udp");
        }
    }

    /** An identity that two ranks share if and only if they map the same file. */
    private static String identity(Path file) {
        try {
            return Files.readString(BOOT_ID).strip() + ":" + PrivateFiles.identity(file);
        } catch (IOException e) {
            throw new MpiFailure(
                            ErrorClass.OTHER,
                            "file identity of the node's wires is not available",
                            e)
                    .with("file", file)
                    .with("cause", e)
                    .advice("set " + VerbsSettings.WIRE.variable() + "=udp");
        }
    }

    private static void unlink(Path file, boolean owner) {
        try {
            if (owner) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.OTHER, "cannot remove the file of the node's wires", e)
                    .with("file", file, "cause", e);
        }
    }

    private static InetAddress host(TransportContext context, JobKeys key) {
        boolean oneNode = context.localSize() == context.worldSize();
        InetAddress host = HostAddress.of(VerbsSettings.HOST, context.setting(), oneNode);
        if (!host.isLoopbackAddress() && !key.isSecret()) {
            throw new MpiFailure(
                            ErrorClass.ARG,
                            "unauthenticated packets of other hosts would be accepted")
                    .with("host", host.getHostAddress())
                    .with("rank", context.worldRank())
                    .advice("set MUSUBI_SECRET to the same value on all ranks");
        }
        return host;
    }
}
