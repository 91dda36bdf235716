/** What talking to a peer costs: contexts, made on demand and kept in a cache. */
package musubi.connect;
