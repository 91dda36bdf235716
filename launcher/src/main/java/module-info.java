/** mpiexec: reads the command line, starts the ranks, serves PMI, and cleans up after them. */
module musubi.launcher {
    requires info.picocli;
    requires java.compiler;
    requires jdk.compiler;
    requires jdk.unsupported;
    requires musubi.core;
}
