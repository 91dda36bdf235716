package musubi.ledger;

import musubi.bootstrap.Bootstrap;
import musubi.comm.LiveCommunicators;
import musubi.group.ParticipantSets;

/**
 * A rank whose memory is reported.
 *
 * @param root an object that references all of the rank's memory
 * @param job the key-value space of its job, and whether it shares its JVM with other ranks
 * @param participantSets of the rank, or of all ranks of its JVM
 * @param communicators of the rank
 */
public record RankMemory(
        Object root,
        Bootstrap job,
        ParticipantSets participantSets,
        LiveCommunicators communicators) {}
