package musubi.verbs.memory;

/** The adapter that an object belongs to. Verbs: {@code struct ibv_context}. */
public interface AdapterContext {
    /** Local identifier: the address of the adapter. */
    int lid();
}
