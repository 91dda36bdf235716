/** The benchmarks of IMB; the command {@code musubi imb} starts them. */
module musubi.imb {
    requires java.management;
    requires jdk.management;
    requires musubi.core;
    requires static jmh.core;

    exports imb to
            musubi.simulator;
}
