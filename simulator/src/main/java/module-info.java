/** The command {@code musubi}: simulated networks, reports, and calibration of the cost model. */
module musubi.simulator {
    requires info.picocli;
    requires java.desktop;
    requires java.management;
    requires java.xml;
    requires jdk.jshell;
    requires jdk.unsupported;
    requires musubi.collectives;
    requires musubi.core;
    requires musubi.imb;
    requires musubi.verbs;
    requires org.agrona;
    requires org.apache.xmlgraphics.batik.svggen;
    requires org.jfree.jfreechart;

    opens musubi.simulator.command to
            info.picocli;

    provides musubi.adi.TransportProvider with
            musubi.simulator.scale.SimulatedTransportProvider;
}
