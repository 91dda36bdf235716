/**
 * The Grid ADI on the emulated adapter: dynamically connected queue pairs for all peers, rings for
 * busy ones.
 *
 * <ul>
 *   <li>{@link musubi.verbs.transport.VerbsTransportProvider} opens a {@code VerbsTransport}, whose
 *       {@code VerbsEndpoint}s send to one peer each; {@code VerbsAddress} is the business card.
 *   <li>{@code AsyncProgressThread} polls the adapter while the rank computes.
 *   <li>Packages: {@code engine} (peers, credit, buffers, channels, rings), {@code protocol}
 *       (formats), {@code policy} (choice of paths), {@code options} (settings and keys).
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport;

import musubi.memory.Accounted;
import musubi.memory.Component;
