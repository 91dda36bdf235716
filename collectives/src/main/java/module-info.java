/** Collective algorithms as schedules, their selection, and the engine that runs them. */
module musubi.collectives {
    requires musubi.core;

    exports musubi.collectives.algorithm to
            musubi.simulator;
    exports musubi.collectives.model to
            musubi.simulator;
    exports musubi.collectives.schedule to
            musubi.simulator;
    exports musubi.collectives.selection to
            musubi.simulator;
    exports musubi.collectives.topology to
            musubi.simulator;
    exports musubi.collectives.tree to
            musubi.simulator;

    provides musubi.coll.CollectiveProvider with
            musubi.collectives.SelectingProvider;
    provides musubi.config.SettingSource with
            musubi.collectives.selection.CollectiveSettings;
}
