/** Emulated verbs: a software host channel adapter, and the transport on it. */
module musubi.verbs {
    requires musubi.core;
    requires org.agrona;

    // What a simulated peer sends and receives, and how a transport is opened over one.
    exports musubi.verbs.adapter to
            musubi.simulator;
    exports musubi.verbs.transport to
            musubi.simulator;
    exports musubi.verbs.transport.options to
            musubi.simulator;
    exports musubi.verbs.transport.protocol to
            musubi.simulator;
    exports musubi.verbs.wire to
            musubi.simulator;

    provides musubi.adi.TransportProvider with
            musubi.verbs.transport.VerbsTransportProvider;
    provides musubi.config.SettingSource with
            musubi.verbs.transport.options.VerbsSettings;
}
