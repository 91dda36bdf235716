/**
 * Groups of ranks and contexts: the names that messages are addressed with. MPI-4.1 sections 7.2
 * and 7.3. No class sends a message.
 *
 * <ul>
 *   <li>{@link musubi.group.RankGroup}, compared by {@link musubi.group.Comparison};
 *   <li>its map to world ranks, {@link musubi.group.RankMap}: arithmetic ({@code RankStride},
 *       {@code RankGrid}), intervals ({@code RankRuns}) or a table ({@code RankTable}); {@link
 *       musubi.group.Progression} and {@link musubi.group.ColourMembers} find the arithmetic,
 *       {@link musubi.group.ParticipantSets} shares equal maps;
 *   <li>{@link musubi.group.CommContext}, the part of a communicator that messages need, with
 *       {@link musubi.group.ContextId} and the special values of {@link
 *       musubi.group.MessageAddress}.
 * </ul>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.group;

import musubi.memory.Accounted;
import musubi.memory.Component;
