/**
 * The command {@code ./mpitop}, which shows running jobs from the records that ranks keep in mapped
 * files.
 *
 * <ul>
 *   <li>{@link musubi.insight.MpiTop}: options; prints or refreshes
 *   <li>{@code RunningJobs}: finds jobs and their records
 *   <li>{@code FollowedJob}: which job is shown, and what when it ends
 *   <li>{@code TopTable} of {@code RankRow}s or {@code SiteTable}, on a {@code TopScreen}
 * </ul>
 */
package musubi.insight;
