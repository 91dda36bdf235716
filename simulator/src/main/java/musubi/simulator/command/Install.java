package musubi.simulator.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * {@code musubi install}: copies this distribution below a prefix, as {@code lib/musubi}, and links
 * its commands, manual pages and completions from {@code bin} and {@code share}.
 */
@Command(name = "install", mixinStandardHelpOptions = true)
final class Install implements Callable<Integer> {
    private static final int FAILED = 1;

    @Spec private CommandSpec spec;

    @Option(names = "--prefix", required = true, paramLabel = "DIR")
    private Path prefix;

    @Option(names = "--no-caches")
    private boolean withoutCaches;

    Install() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path source = Script.mpiexec().getParent().getParent();
        Path target = prefix.toAbsolutePath().normalize().resolve("lib/musubi");
        if (target.startsWith(source) || source.startsWith(target)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--prefix %s: %s is this distribution itself, or inside it; name another folder"
                            .formatted(prefix, target));
        }
        try {
            replace(source, target);
            link(target.resolve("bin"), prefix.resolve("bin"));
            link(target.resolve("share"), prefix.resolve("share"));
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "musubi: cannot install below %s: %s; name a prefix that you may"
                                    + " write to%n",
                            prefix, e);
            return FAILED;
        }
        spec.commandLine().getOut().println("installed: " + target);
        Path jdk = Script.caches().getFileName();
        return withoutCaches
                ? 0
                : Caches.write(
                        target.resolve("bin/mpiexec"), target.resolve("lib/caches").resolve(jdk));
    }

    /** Copies all files but caches; an earlier version goes when the copy is complete. */
    private static void replace(Path source, Path target) throws IOException {
        Path parent = Files.createDirectories(target.getParent());
        Path copy = Files.createTempDirectory(parent, "musubi-unfinished");
        try {
            copy(source, copy);
            if (Files.exists(target)) {
                delete(target);
            }
            Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
            readable(target.toFile());
        } finally {
            delete(copy);
        }
    }

    private static void copy(Path source, Path target) throws IOException {
        Path caches = source.resolve("lib/caches");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(each -> !each.startsWith(caches)).toList()) {
                Path to = target.resolve(source.relativize(file).toString());
                if (!to.equals(target)) {
                    Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /** A temporary folder is its owner's only. */
    private static void readable(File folder) throws IOException {
        if (!folder.setReadable(true, false) || !folder.setExecutable(true, false)) {
            throw new IOException("cannot let others read " + folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Links every file from the same place below another folder; replaces links only. */
    private void link(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path name = to.toAbsolutePath().resolve(from.relativize(file).toString());
            Files.createDirectories(name.getParent());
            if (Files.isSymbolicLink(name)) {
                Files.delete(name);
            }
            if (Files.exists(name)) {
                spec.commandLine().getErr().println("musubi: kept, not of Musubi: " + name);
            } else {
                Files.createSymbolicLink(name, name.getParent().relativize(file));
            }
        }
    }
}
