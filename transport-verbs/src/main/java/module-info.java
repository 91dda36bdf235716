/** Emulated verbs: a software host channel adapter. Exports nothing. */
module musubi.verbs {
    requires musubi.core;
}
