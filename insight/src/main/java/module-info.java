/** The commands mpitop and mpireport, which show jobs from outside. */
module musubi.insight {
    requires com.google.gson;
    requires com.googlecode.lanterna;
    requires info.picocli;
    requires jdk.jfr;
    requires musubi.core;

    opens musubi.insight to
            info.picocli;
    opens musubi.insight.report to
            com.google.gson,
            info.picocli;
    opens musubi.insight.trace to
            com.google.gson;
}
