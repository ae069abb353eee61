import type { Database, Transaction } from '../../../db/database.ts';
import type { Anomaly } from '../../../kernel/anomaly-log.ts';
import { replaceAnomalies } from '../../kit/store/anomalies.ts';
import type { GroupingHooks } from '../../part.ts';
import type { EntityGroup, IssuerLink } from './model/identity.ts';
import { MAX_CLAIMANTS } from './rules/identity/candidate-links.ts';
import { type Identity, joinIssuers } from './rules/identity/join-issuers.ts';
import { JOINING_SCHEMES, numberOfKey } from './rules/identity/schemes.ts';
import { numbersOf } from './rules/identity/vetoes.ts';
import {
  claimGrouping,
  forgetChanges,
  newestChange,
  type Regrouped,
  takeChanges,
  writeEntities,
} from './store/entities.ts';
import { identityOf, isDecision, readOperatorLinks, replaceRuleLinks } from './store/issuer-links.ts';
import { readNeighbours, type StoredRegistrant } from './store/registrants.ts';

/** The source of contradictions among the anomalies: they belong to no single registry. */
const IDENTITY = 'identity';

/** Issuers per transaction, before their neighbours are added. */
const CHANGES_AT_ONCE = 500;

/**
 * Determines which issuers are one company, for all issuers that changed, and links the rows that waited for them. Stores the
 * result and clears the changes in one transaction, so that a crash leaves them for the next call. Only one process groups at a
 * time; changes made meanwhile are left for the next call.
 */
export async function groupIssuers(db: Database, hooks: readonly GroupingHooks[], signal?: AbortSignal): Promise<void> {
  const until = await newestChange(db);
  if (until === null) return;
  while ((await newestChange(db, until)) !== null) {
    signal?.throwIfAborted();
    await db.transaction(tx => groupChanged(tx, hooks));
  }
}

async function groupChanged(tx: Transaction, hooks: readonly GroupingHooks[]): Promise<void> {
  await claimGrouping(tx);
  const { changeIds, issuerIds } = await takeChanges(tx, CHANGES_AT_ONCE);
  if (changeIds.length === 0) return;
  const registrants = await readNeighbours(tx, issuerIds, {
    schemes: JOINING_SCHEMES,
    numberOfKey,
    mostClaimants: MAX_CLAIMANTS,
  });
  const keys = registrants.map(registrant => registrant.canonicalKey);
  const decided = await readOperatorLinks(tx, keys);
  const identity = joinIssuers({
    registrants,
    decisions: decided.filter(isDecision),
    undone: decided.filter(link => link.state === 'undone').map(identityOf),
  });
  await replaceRuleLinks(tx, keys, identity.links);
  await reportContradictions(tx, registrants, identity);
  for (const { before } of hooks) await before?.(tx, issuerIds);
  await forgetChanges(tx, changeIds);
  // Last: this waits for transactions that load the same issuers, while holding its own locks.
  const regrouped = toRegrouped(registrants, identity.groups);
  const regroupedIds = regrouped.map(issuer => issuer.issuerId);
  for (const { around } of hooks) await around?.(tx, regroupedIds);
  await writeEntities(tx, regrouped);
  for (const { around } of hooks) await around?.(tx, regroupedIds);
  const grouped = { issuerIds, regroupedIds, changed: new Map<string, readonly string[]>() };
  for (const { after } of hooks) await after?.(tx, grouped);
}

/** Issuers whose entity or listings must be written again. */
function toRegrouped(registrants: readonly StoredRegistrant[], groups: readonly EntityGroup[]): Regrouped[] {
  const byKey = new Map(registrants.map(registrant => [registrant.canonicalKey, registrant]));
  return groups.flatMap(group => {
    const entityId = byKey.get(group.leadKey)?.issuerId ?? '';
    return group.memberKeys.flatMap(key => {
      const member = byKey.get(key);
      if (member === undefined) return [];
      const listings = changedListings(member, group);
      const isChanged = member.entityId !== entityId || listings.length > 0;
      return isChanged ? [{ canonicalKey: key, issuerId: member.issuerId, entityId, listings }] : [];
    });
  });
}

function changedListings(member: StoredRegistrant, { home, memberKeys }: EntityGroup): Regrouped['listings'] {
  const isAlone = memberKeys.length === 1;
  return member.listings.flatMap(({ marketId, tickerKey }) => {
    const isHome =
      home?.canonicalKey === member.canonicalKey && home.marketId === marketId && home.tickerKey === tickerKey;
    const isEntityHome = isAlone ? null : isHome;
    const isSame = member.entityHomes.get(`${marketId} ${tickerKey}`) === isEntityHome;
    return isSame ? [] : [{ marketId, tickerKey, isEntityHome }];
  });
}

/** Each contradiction under the issuer with the lesser key, and each ambiguous number under the number. */
async function reportContradictions(
  tx: Transaction,
  registrants: readonly StoredRegistrant[],
  { links, ambiguous }: Identity,
): Promise<void> {
  const anomalies: Anomaly[] = links.filter(link => link.state === 'contradicted').map(toAnomaly);
  for (const { scheme, identifier } of ambiguous) {
    const detail = `claimed by more than ${MAX_CLAIMANTS} issuers: it joins none of them`;
    const place = { source: placeOf(`${scheme}:${identifier}`), locator: '' };
    anomalies.push({ registry: IDENTITY, ...place, kind: 'identity_contradiction', detail });
  }
  const numbers = registrants.flatMap(numbersOf).map(number => `${number.scheme}:${number.identifier}`);
  const looked = new Set([...registrants.map(registrant => registrant.canonicalKey), ...numbers].map(placeOf));
  await replaceAnomalies(tx, IDENTITY, [...looked], anomalies);
}

function toAnomaly({ aKey, bKey, scheme, identifier, evidence }: IssuerLink): Anomaly {
  const detail = `${evidence.for.join('; ')}; but ${evidence.against.join('; ')}`;
  const locator = `${bKey} ${scheme} ${identifier}`;
  return { registry: IDENTITY, source: placeOf(aKey), locator, kind: 'identity_contradiction', detail };
}

function placeOf(key: string): string {
  return `${IDENTITY}/${key}`;
}
