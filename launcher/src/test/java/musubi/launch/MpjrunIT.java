package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** The other commands of the launcher: mpjrun and mpijavac. */
class MpjrunIT extends ProgramsInFolder {
    private static final String PROGRAM =
            """
            package mpi.pt2pt;
            import mpi.*;
            public class Arguments {
                static int runs;
                public static void main(String[] args) {
                    runs++;
                    String[] own = MPI.Init(args);
                    System.out.println(args.length + " " + args[0] + " " + args[1] + " " + args[2]
                            + " " + String.join(",", own) + " " + runs);
                    if (own[0].equals("throw") && MPI.COMM_WORLD.Rank() == 1) {
                        throw new IllegalStateException("thrown");
                    }
                    MPI.Finalize();
                }
            }
            """;

    private MpiexecRun.Result as(String command, String... words) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of("--as", command));
        all.addAll(List.of(words));
        Map<String, String> none = Map.of("CLASSPATH", "");
        try (MpiexecRun run = MpiexecRun.start(null, none, directory, all.toArray(new String[0]))) {
            return run.finish();
        }
    }

    /** Compiles the program, in a package below that of MPI, with mpijavac. */
    private void compile() throws Exception {
        write("src/mpi/pt2pt/Arguments.java", PROGRAM);
        MpiexecRun.Result result =
                as("mpijavac", "-d", "classes", "src/mpi/pt2pt/Arguments.java").exitedWith(0);
        assertEquals("", result.out() + result.err());
    }

    private void pack(Path jarFile) throws Exception {
        Files.createDirectories(jarFile.getParent());
        try (OutputStream file = Files.newOutputStream(jarFile);
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new ZipEntry("mpi/pt2pt/Arguments.class"));
            jar.write(Files.readAllBytes(directory.resolve("classes/mpi/pt2pt/Arguments.class")));
        }
    }

    @Test
    void shouldRunClassesBelowThePackageOfMpiFromFoldersAndJars() throws Exception {
        compile();
        List<String> lines = List.of("5 0 2 smpdev x,y 1", "5 1 2 smpdev x,y 1");
        pack(directory.resolve("lib/program.jar"));
        for (String path : new String[] {"classes", "lib/program.jar", "lib/*"}) {
            for (String mode : new String[] {"--pvas", "--verbose"}) {
                MpiexecRun.Result result =
                        as(
                                "mpjrun",
                                mode,
                                "-np",
                                "2",
                                "-cp",
                                path,
                                "mpi.pt2pt.Arguments",
                                "x",
                                "y");
                assertEquals(lines, result.exitedWith(0).lines(), path + " " + mode);
            }
        }
    }

    @Test
    void shouldFailWhenARankThrows() throws Exception {
        compile();
        as("mpjrun", "-np", "2", "-cp", "classes", "mpi.pt2pt.Arguments", "throw")
                .exitedWith(1)
                .said("IllegalStateException: thrown")
                .said("mpjrun: rank ");
    }

    /** As with MPJ Express; messages in flight at that time still arrive. */
    @Test
    void shouldAcceptRanksThatEndWithoutFinalize() throws Exception {
        write(
                "Leaving.java",
                """
                import mpi.*;
                public class Leaving {
                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        int rank = MPI.COMM_WORLD.Rank();
                        int[] token = {7};
                        if (rank == 0) {
                            MPI.COMM_WORLD.Send(token, 0, 1, MPI.INT, 1, 0);
                            if (args[3].equals("exit")) {
                                System.exit(0);
                            }
                            return;
                        }
                        Thread.sleep(300);
                        int[] got = new int[1];
                        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, 0, 0);
                        System.out.println("got " + got[0]);
                        if (args[3].equals("wait")) {
                            MPI.COMM_WORLD.Barrier();
                        }
                    }
                }
                """);
        as("mpijavac", "Leaving.java").exitedWith(0);
        for (String mode : new String[] {"--pvas", "--verbose"}) {
            for (String how : new String[] {"return", "exit"}) {
                MpiexecRun.Result result = as("mpjrun", mode, "-np", "2", "Leaving", how);
                assertEquals(List.of("got 7"), result.exitedWith(0).lines(), mode + " " + how);
            }
            as("mpjrun", mode, "-np", "2", "Leaving", "wait")
                    .exitedWith(ExitCode.DEADLOCK)
                    .said("rank 0 ended without MPI.Finalize")
                    .said("mpjrun ended all ranks");
        }
    }

    @Test
    void shouldPrintItsOptions() throws Exception {
        assertTrue(as("mpjrun", "-h").exitedWith(0).out().contains("-machinesfile"));
        assertTrue(as("mpjrun").exitedWith(0).out().contains("-np"));
        as("mpjrun", "-np", "2", "NoSuchClass").exitedWith(127).said("mpjrun: no class");
        as("mpjrun", "-dev", "x", "Main").exitedWith(2).said("mpjrun: no such device");
    }

    @Test
    void shouldShowTheCompilersCommand() throws Exception {
        String shown = as("mpijavac", "--showme", "A.java").exitedWith(0).out();
        assertTrue(shown.contains("javac -cp ") && shown.strip().endsWith("A.java"), shown);
        assertTrue(shown.contains("mpi-core"), shown);
        String flags = as("mpijavac", "--showme:compile").exitedWith(0).out();
        assertTrue(flags.startsWith("-cp "), flags);
    }

    @Test
    void shouldReturnTheCompilersFailure() throws Exception {
        write("Bad.java", "class Bad { int x = ; }");
        as("mpijavac", "Bad.java").exitedWith(1).said("Bad.java:1");
    }
}
