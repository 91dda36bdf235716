/** Journals of ranks on Chronicle Queue, and how they are told again. */
package musubi.journal;
