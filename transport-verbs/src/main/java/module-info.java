/** Emulated verbs: a software host channel adapter, and the transport on it. Exports nothing. */
module musubi.verbs {
    requires musubi.core;

    provides musubi.adi.TransportProvider with
            musubi.verbs.transport.VerbsTransportProvider;
    provides musubi.config.SettingSource with
            musubi.verbs.transport.options.VerbsSettings;
}
