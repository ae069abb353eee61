import type { Database } from '../../src/db/database.ts';
import type { WireRelease } from '../../src/domain/disclosures/press/model.ts';
import { storePressReleases } from '../../src/domain/disclosures/press/store-press-releases.ts';

/** A release about fictional companies; `other` overrides its fields. */
export function wireRelease(nativeId: string, publishedAt: string, other: Partial<WireRelease> = {}): WireRelease {
  return {
    nativeId,
    url: `https://www.globenewswire.com/news-release/${nativeId}`,
    title: `Fictional words ${nativeId}`,
    summary: `The beginning of ${nativeId}.`,
    publishedAt,
    language: 'en',
    contributor: 'Fictional Works, Inc.',
    subjects: [],
    listings: [],
    isins: [],
    mentions: [],
    ...other,
  };
}

/** Stores releases as from a wire's feed, without announcing them. */
export async function seedPress(db: Database, releases: readonly WireRelease[], wire = 'globenewswire'): Promise<void> {
  const when = { readAt: new Date().toISOString(), announcedSince: '9999-12-31T00:00:00Z' };
  await db.transaction(tx => storePressReleases(tx, wire, releases, when));
}
