/**
 * States and attributes of queue pairs: {@link musubi.verbs.state.QpState}, the legal {@link
 * musubi.verbs.state.QpTransition}s with the attributes that each requires and allows, and the
 * values in {@link musubi.verbs.state.QpAttributes}.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.state;

import musubi.memory.Accounted;
import musubi.memory.Component;
