/** Shared memory transport between the ranks of one node. */
module musubi.shm {
    requires musubi.core;

    provides musubi.adi.TransportProvider with
            musubi.shm.ShmTransportProvider;
    provides musubi.config.SettingSource with
            musubi.shm.ShmSettings;
}
