package musubi.launch.mapping;

import java.util.List;
import java.util.Set;

/**
 * The placement of ranks on the processors of their machines, as the options of mpiexec request it.
 *
 * @param map the mapping
 * @param rank the numbering
 * @param bind the binding
 * @param hardwareThreads whether hardware threads count as cores
 * @param processors the list of processors that the job may use; empty for all
 * @param rankSlots the entry of each rank in the rank file; empty without one
 * @param displays what is displayed
 */
public record PlacementPolicy(
        MapPolicy map,
        RankPolicy rank,
        BindPolicy bind,
        boolean hardwareThreads,
        String processors,
        List<String> rankSlots,
        Set<Display> displays) {
    /** Without options. */
    public static final PlacementPolicy DEFAULT =
            new PlacementPolicy(
                    MapPolicy.DEFAULT,
                    RankPolicy.DEFAULT,
                    BindPolicy.AUTO,
                    false,
                    "",
                    List.of(),
                    Set.of());

    /** A part of the display. */
    public enum Display {
        MAP,
        ALLOCATION,
        BINDINGS,
        TOPOLOGY
    }

    /** The same with another binding. */
    public PlacementPolicy with(BindPolicy other) {
        return new PlacementPolicy(
                map, rank, other, hardwareThreads, processors, rankSlots, displays);
    }

    /** The same with the entries of the rank file. */
    public PlacementPolicy withRankSlots(List<String> slots) {
        return new PlacementPolicy(map, rank, bind, hardwareThreads, processors, slots, displays);
    }

    /** The parts that each rank has for itself. */
    Domain cpu() {
        boolean threads = hardwareThreads || bind.domain().kind() == Domain.Kind.HARDWARE_THREAD;
        return threads ? Domain.HARDWARE_THREAD : Domain.CORE;
    }

    /** Whether an option requests processors. */
    public boolean isGiven() {
        return bind.kind() != BindPolicy.Kind.AUTO
                || map.isByPart()
                || map.cpusPerRank() > 0
                || map.order() == MapPolicy.Order.RANK_FILE
                || !processors.isEmpty();
    }
}
