package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Transfers files from the job directory of mpiexec to that of a node: the compiled classes of
 * source programs. A piece consists of the path within the directory and bytes to append.
 */
final class FileTransfer {
    private FileTransfer() {}

    /** Sends all files of the directory whose relative path starts with the prefix. */
    static void send(Path directory, String prefix, int node, Consumer<Frame> link) {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> files = tree.filter(Files::isRegularFile).sorted().toList();
            for (Path file : files) {
                String name = directory.relativize(file).toString();
                if (name.startsWith(prefix)) {
                    sendFile(file, name, node, link);
                }
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot read the compiled program", e).with("cause", e);
        }
    }

    private static void sendFile(Path file, String name, int node, Consumer<Frame> link)
            throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] piece;
            do {
                piece = in.readNBytes(Frame.PIECE_BYTES);
                PayloadWriter out = new PayloadWriter().text(name).bytes(piece, 0, piece.length);
                link.accept(Frame.of(Kind.FILE, node, out));
            } while (piece.length == Frame.PIECE_BYTES);
        }
    }

    private static Path inside(Path directory, String name) throws IOException {
        try {
            Path file = directory.resolve(name).normalize();
            if (file.startsWith(directory) && !file.equals(directory)) {
                return file;
            }
        } catch (InvalidPathException e) {
            throw PayloadReader.malformed("not the name of a file: " + name, e);
        }
        throw PayloadReader.malformed("a file outside of the job's directory: " + name, null);
    }

    /**
     * Writes a piece.
     *
     * @throws IOException if it is malformed, outside the directory, or cannot be written
     */
    static void write(Path directory, PayloadReader in) throws IOException {
        Path file = inside(directory, in.word());
        Files.createDirectories(file.getParent());
        try (OutputStream out =
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(in.bytes());
        }
    }
}
