package musubi.comm;

import musubi.Rank;
import musubi.coll.Collectives;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.Request;

import java.util.Arrays;

/**
 * A communicator: a context of its own and a group, as one rank sees it. MPI-4.1 section 7.4.
 *
 * <p>It owns two contexts, one for point-to-point messages and one for collectives, so that the two
 * never meet. Thread rule: the thread that holds the rank's gate.
 */
public final class Communicator {
    private static final int CREATE_TAG = 0x7f000000;
    private static final int CREATE_GROUP_TAG = 0x40000000;
    private static final int MAX_CREATIONS = 0xffff;
    private static final int CHECK_TAG = 0x60000000;
    private static final int MAX_CHECKS = 0xffff;

    private static final int UNKNOWN = -1;

    private final Rank owner;
    private final Group group;
    private final int rank;
    private int id;
    private Collectives collectives;
    private boolean usable;
    private int creations;
    private int checks;

    /** A communicator; its id was agreed by all members. */
    public Communicator(Rank owner, int id, Group group) {
        this.owner = owner;
        this.id = id;
        this.group = group;
        this.rank = group.rank();
        this.usable = id != UNKNOWN;
    }

    /** The members have agreed on the id. */
    void identify(int agreed) {
        id = agreed;
        usable = true;
    }

    /** The rank object that it belongs to. */
    public Rank owner() {
        return owner;
    }

    /** Its members. */
    public Group group() {
        return group;
    }

    /** This rank's place. */
    public int rank() {
        return rank;
    }

    /** Number of members. */
    public int size() {
        return group.size();
    }

    /** Context of point-to-point messages. */
    public int contextId() {
        return 2 * id;
    }

    /** Context of collectives. */
    public int collectiveContextId() {
        return 2 * id + 1;
    }

    /**
     * World rank of a member.
     *
     * @throws MpiFailure of class RANK when there is no such member
     */
    public int worldRank(int member) {
        if (member < 0 || member >= group.size()) {
            throw new MpiFailure(
                    ErrorClass.RANK,
                    "no such rank in the communicator: rank="
                            + member
                            + " size="
                            + group.size()
                            + "; use 0 to "
                            + (group.size() - 1));
        }
        return group.worldRank(member);
    }

    /** What a communicator is called in reports, by one of its contexts. */
    public static String nameOf(int contextId) {
        return switch (contextId / 2) {
            case 0 -> "COMM_WORLD";
            case 1 -> "COMM_SELF";
            default -> "communicator" + contextId / 2;
        };
    }

    /** Whether a context is that of a communicator's collectives. */
    public static boolean isOfCollectives(int contextId) {
        return (contextId & 1) != 0;
    }

    /** The collective operations of this communicator. */
    public Collectives collectives() {
        if (collectives == null) {
            collectives = owner.bindCollectives(this);
        }
        return collectives;
    }

    /** Whether it may be used: its members have agreed on its id, and it was not freed. */
    public boolean isUsable() {
        return usable;
    }

    /** Whether its members have not yet agreed on its id. */
    public boolean isPending() {
        return id == UNKNOWN;
    }

    /** Marks it freed. Operations in flight still finish. MPI-4.1 section 7.4.3. */
    public void free() {
        usable = false;
    }

    /** IDENT, CONGRUENT, SIMILAR or UNEQUAL. MPI-4.1 section 7.4.1. */
    public Comparison compare(Communicator other) {
        if (this == other) {
            return Comparison.IDENT;
        }
        Comparison groups = group.compare(other.group);
        return groups == Comparison.IDENT ? Comparison.CONGRUENT : groups;
    }

    /** A communicator of the same group with contexts of its own; collective. */
    public Communicator dup() {
        Communicator copy = pendingDup();
        owner.pt2pt().await(startDup(copy));
        return copy;
    }

    /** A communicator of the same group that is {@link #isPending} before {@link #startDup}. */
    public Communicator pendingDup() {
        return new Communicator(owner, UNKNOWN, group);
    }

    /** Starts to agree on the id of a pending duplicate, which is usable once that is complete. */
    public Request startDup(Communicator copy) {
        return new IdAgreement(this, copy, nextTag()).start();
    }

    /** Creations start in the same order on all members; several may be under way at once. */
    private int nextTag() {
        return CREATE_TAG + (creations++ & MAX_CREATIONS);
    }

    /**
     * A communicator of those with the same colour, ordered by key and then by rank; collective.
     *
     * @param colour negative for a rank that is to be in none
     * @return null for such a rank
     */
    public Communicator split(int colour, int key) {
        long[] all = exchange(nextTag()).allGather(new long[] {colour, key});
        if (colour < 0) {
            agree(this, null, nextTag());
            return null;
        }
        long[] keys = new long[size()];
        int n = 0;
        for (int r = 0; r < size(); r++) {
            if (all[2 * r] == colour) {
                keys[n++] = (all[2 * r + 1] << 32) + r;
            }
        }
        Arrays.sort(keys, 0, n);
        int[] members = new int[n];
        for (int i = 0; i < n; i++) {
            members[i] = (int) keys[i];
        }
        return agree(this, group.include(members), nextTag());
    }

    /**
     * A communicator of a group of members; collective over this communicator.
     *
     * @return null on ranks that are not in the group
     */
    public Communicator create(Group members) {
        checkMembers(members);
        return agree(this, members.rank() < 0 ? null : members, nextTag());
    }

    /**
     * A communicator of a group of members; collective over the group only. MPI-4.1 section 7.4.2.
     *
     * @param tag tells apart groups that are made at the same time
     * @return null on ranks that are not in the group
     */
    public Communicator createGroup(Group members, int tag) {
        checkMembers(members);
        if (members.rank() < 0) {
            return null;
        }
        Communicator temporary = new Communicator(owner, id, members);
        return agree(temporary, members, CREATE_GROUP_TAG | tag & 0xffffff);
    }

    private void checkMembers(Group members) {
        for (int i = 0; i < members.size(); i++) {
            if (group.rankOf(members.worldRank(i)) < 0) {
                throw new MpiFailure(
                        ErrorClass.GROUP,
                        "the group has a rank that is not in the communicator: rank in group="
                                + i
                                + " rank in world="
                                + members.worldRank(i));
            }
        }
    }

    /** A communicator of the group with an id that all of these agree on; null without a group. */
    private Communicator agree(Communicator all, Group members, int tag) {
        Communicator made = members == null ? null : new Communicator(owner, UNKNOWN, members);
        owner.pt2pt().await(new IdAgreement(all, made, tag).start());
        return made;
    }

    /** A tag on the collective context for the check of the next collective call. */
    public int nextCheckTag() {
        return CHECK_TAG + (checks++ & MAX_CHECKS);
    }

    private Exchange exchange(int tag) {
        return new Exchange(owner.pt2pt(), this, tag);
    }

    /** Waits until all members have come here; for finalize, when no collectives are bound. */
    public void synchronise() {
        exchange(nextTag()).allGather(new long[1]);
    }
}
