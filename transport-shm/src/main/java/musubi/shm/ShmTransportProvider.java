package musubi.shm;

import static musubi.shm.PartitionDescriptor.HEAP;
import static musubi.shm.PartitionDescriptor.MAX_LOCAL_SIZE;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.error.Descriptors;
import musubi.error.ErrorClass;
import musubi.error.FreeSpace;
import musubi.error.MpiFailure;
import musubi.memory.PrivateFiles;
import musubi.region.AddressSpace;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shared memory between the ranks of one node; its settings are {@link ShmSettings}. */
public final class ShmTransportProvider implements TransportProvider {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** For {@link java.util.ServiceLoader}. */
    public ShmTransportProvider() {}

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public Transport open(TransportContext context) {
        Path directory = Path.of(ShmSettings.DIRECTORY.text(context.setting()));
        if (context.localSize() < 2 || !Files.isDirectory(directory)) {
            return null;
        }
        if (context.localSize() > MAX_LOCAL_SIZE) {
            throw new MpiFailure(ErrorClass.OTHER, "too many ranks on one node for shared memory")
                    .with("localSize", context.localSize(), "largest", MAX_LOCAL_SIZE);
        }
        String name = "musubi-" + context.jobId() + suffix(context);
        try {
            return open(context, PrivateFiles.within(directory).resolve(name));
        } catch (IOException e) {
            ErrorClass errorClass =
                    Descriptors.areExhausted(e) ? ErrorClass.OTHER : ErrorClass.NO_MEM;
            throw new MpiFailure(errorClass, "cannot share memory with the ranks of this node", e)
                    .with("directory", directory, "file", name)
                    .with("localRank", context.localRank())
                    .with("localSize", context.localSize(), "cause", e)
                    .advice(
                            "free space there, or choose another directory with "
                                    + ShmSettings.DIRECTORY.variable()
                                    + " or another transport");
        }
    }

    /** Under Slurm, or in containers, several nodes may share one directory. */
    private static String suffix(TransportContext context) {
        return context.node() == 0 ? "" : "." + context.node();
    }

    /** The boot id; on systems without one the name of the host. */
    private static String machine() throws IOException {
        return Files.exists(BOOT_ID)
                ? Files.readString(BOOT_ID).strip()
                : InetAddress.getLocalHost().getHostName();
    }

    private static NodeMappings mappings(TransportContext context) {
        AddressSpace jvm = context.addressSpace();
        return jvm == null ? new NodeMappings() : jvm.shared(NodeMappings.class, NodeMappings::new);
    }

    private static Transport open(TransportContext context, Path path) throws IOException {
        long heapBytes = ShmSettings.HEAP_BYTES.number(context.setting());
        long partitionBytes = PartitionDescriptor.partitionBytes(heapBytes);
        NodeFile file =
                NodeFile.open(path, partitionBytes * context.localSize(), mappings(context));
        long own = context.localRank() * partitionBytes;
        if (!file.reserve(own, HEAP)) {
            long bytes = HEAP * context.localSize();
            file.unlink();
            file.close();
            throw new IOException(
                    "%s: bytes wanted=%d bytes free=%d"
                            .formatted(FreeSpace.NONE, bytes, FreeSpace.of(path.getParent())));
        }
        file.touch(own, HEAP);
        String node = machine() + "/" + file.identity();
        return new ShmTransport(context, file, partitionBytes, node);
    }
}
