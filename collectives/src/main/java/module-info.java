/** Collective algorithms as schedules, their selection, and the engine that runs them. */
module musubi.collectives {
    requires musubi.core;

    provides musubi.coll.CollectiveProvider with
            musubi.collectives.SelectingProvider;
    provides musubi.config.SettingSource with
            musubi.collectives.selection.CollectiveSettings;
}
