/**
 * Trees of ranks.
 *
 * <pre>
 *   BinaryTree, BinomialSubtree   by rank
 *   LineTree, GridTree            binary trees along the dimensions of a torus
 *   EdgeDisjointTrees             spanning trees of a torus without a common link
 *   TreeNode                      parent and children of a rank
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.tree;

import musubi.memory.Accounted;
import musubi.memory.Component;
