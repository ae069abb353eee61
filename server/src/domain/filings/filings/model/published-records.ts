/**
 * Records of a publisher that belong to no registrant, by kind; absent if its documents hold none of the kind. Subjects add
 * their kinds (`declare module`).
 */
export interface PublishedRecords extends Record<never, readonly unknown[]> {}

/** How many records there are, of all kinds. */
export function countPublished(records: PublishedRecords): number {
  return Object.values<readonly unknown[]>({ ...records }).reduce((sum, some) => sum + some.length, 0);
}
