/**
 * Selection of an algorithm for a call shape. Selectors use only values that are equal on all ranks
 * of a communicator, so all ranks select the same algorithm.
 *
 * <pre>
 *   SelectorChain         overrides, then sites, the cost model, the decision rules
 *   Selector              one method of selection
 *   OverrideSelector      settings and communicator hints, each an AlgorithmOverride
 *   SiteSelector          several sites: least time of the schedules on the links between them
 *   ModelSelector         least predicted time, from formulas or a measured table
 *   RuleSelector          decision rules, on a SelectionContext
 *   SelectedAlgorithm     the result: algorithm, segment size, reason
 *   Fallbacks             reports of algorithms that cannot run a call
 *   CollectiveSettings    settings {@code coll.*}
 *   CostTableSetting      the measured table of a job
 *   VirtualTorus          the torus of a communicator
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.selection;

import musubi.memory.Accounted;
import musubi.memory.Component;
