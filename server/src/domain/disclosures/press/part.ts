import type { Part } from '../../part.ts';
import { findWaitingReleases, storePressReleases } from './store-press-releases.ts';

export const pressPart: Part = {
  name: 'press',
  tables: [
    {
      table: 'press_releases',
      of: 'publishers',
      omit: ['stored_at', 'read_at'],
      add: `'tags', (select coalesce(jsonb_agg(to_jsonb(t) - 'press_release_id' - 'issuer_id' || jsonb_build_object('issuer', i.canonical_key) order by t.position), '[]') from press_release_tags t left join issuers i on i.issuer_id = t.issuer_id where t.press_release_id = one.press_release_id)`,
      order: ['press_release_id C'],
    },
  ],
  publish: (tx, { pressReleases = [] }, { registry, readAt, announcesSince }) =>
    storePressReleases(tx, registry, pressReleases, { readAt, announcedSince: announcesSince }),
  grouping: { before: findWaitingReleases },
};
