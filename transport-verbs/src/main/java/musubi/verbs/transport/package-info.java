/**
 * The Grid ADI on the software adapter of {@link musubi.verbs}: dynamically connected queue pairs
 * for everybody, rings for busy peers.
 */
package musubi.verbs.transport;
