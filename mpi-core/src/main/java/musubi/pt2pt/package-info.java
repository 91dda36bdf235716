/** Point-to-point communication: protocols and contexts of peers. MPI-4.1 chapter 3. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt;

import musubi.memory.Accounted;
import musubi.memory.Component;
