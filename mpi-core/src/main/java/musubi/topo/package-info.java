/** Virtual topologies as plain arithmetic: no messages, no communicators. */
package musubi.topo;
