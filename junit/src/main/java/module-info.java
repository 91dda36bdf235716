/** A JUnit extension that runs a test on the ranks of an MPI job within one JVM. */
module musubi.junit {
    requires musubi.core;
    requires transitive org.junit.jupiter.api;
    requires org.junit.platform.engine;
    requires org.junit.platform.launcher;
    requires org.opentest4j;

    exports musubi.junit;
}
