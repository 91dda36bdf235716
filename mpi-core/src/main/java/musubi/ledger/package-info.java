/** Finds out what the memory of ranks is used for. */
package musubi.ledger;
