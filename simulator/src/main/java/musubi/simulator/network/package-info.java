/** Modelled networks: tori and sites, their links, and when messages arrive. */
package musubi.simulator.network;
