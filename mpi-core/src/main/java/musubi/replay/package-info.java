/**
 * What a journal of a rank records and tells again, so that a run can be repeated; the journals
 * themselves are elsewhere.
 */
package musubi.replay;
