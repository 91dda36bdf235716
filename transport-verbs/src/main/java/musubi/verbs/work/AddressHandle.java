package musubi.verbs.work;

/**
 * Address and access key of a dynamically connected target. Immutable. Verbs: {@code struct ibv_ah}
 * with the arguments of {@code mlx5dv_wr_set_dc_addr}.
 *
 * @param lid local identifier of the target's adapter
 * @param targetNumber the target's {@link musubi.verbs.adapter.DcTarget#number}
 * @param accessKey the target's key
 */
public record AddressHandle(int lid, int targetNumber, long accessKey) {}
