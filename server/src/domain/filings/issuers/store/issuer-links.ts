import { type Database, empty, sql, type Transaction } from '../../../../db/database.ts';
import type { IssuerLink, LinkIdentity, LinkState, LinkVerdict } from '../model/identity.ts';

/** A stored link. */
export interface StoredLink extends IssuerLink {
  linkId: string;
  madeBy: 'rule' | 'operator';
  madeAt: string;
  changedAt: string;
}

const LINK_COLUMNS = sql`
  link_id as "linkId", a_key as "aKey", b_key as "bKey", verdict, basis, scheme, identifier, evidence, state,
  made_by as "madeBy", made_at as "madeAt", changed_at as "changedAt"`;

/** Operators' decisions on any of the issuers, and the links that they removed. */
export async function readOperatorLinks(db: Database, keys: readonly string[]): Promise<StoredLink[]> {
  return db.query<StoredLink>(sql`
    select ${LINK_COLUMNS} from issuer_links
    where (a_key = any(${[...keys]}) or b_key = any(${[...keys]})) and (made_by = 'operator' or state = 'undone')
    order by a_key collate "C", b_key collate "C", link_id`);
}

/**
 * Replaces the links that the rule found among the issuers; unchanged rows are not written. Operators' links, and those that
 * they removed, stay.
 */
export async function replaceRuleLinks(
  tx: Transaction,
  keys: readonly string[],
  links: readonly IssuerLink[],
): Promise<void> {
  const wanted = JSON.stringify(links);
  await tx.execute(sql`
    delete from issuer_links as old
    where (old.a_key = any(${[...keys]}) or old.b_key = any(${[...keys]})) and old.made_by = 'rule' and old.state <> 'undone'
      and (old.a_key, old.b_key, old.basis, old.scheme, old.identifier) not in (
        select "aKey", "bKey", basis, scheme, identifier
        from json_to_recordset(${wanted}::json) as row ("aKey" text, "bKey" text, basis text, scheme text, identifier text))`);
  if (links.length === 0) return;
  await tx.execute(sql`
    insert into issuer_links (a_key, b_key, verdict, basis, scheme, identifier, evidence, state, made_by)
    select "aKey", "bKey", verdict, basis, scheme, identifier, evidence, state, 'rule'
    from json_to_recordset(${wanted}::json) as row (
      "aKey" text, "bKey" text, verdict text, basis text, scheme text, identifier text, evidence jsonb, state text)
    on conflict (a_key, b_key, basis, scheme, identifier) do update set
      verdict = excluded.verdict, evidence = excluded.evidence, state = excluded.state, changed_at = now()
    where issuer_links.made_by = 'rule' and (issuer_links.verdict, issuer_links.evidence, issuer_links.state)
      is distinct from (excluded.verdict, excluded.evidence, excluded.state)`);
}

/** Selects links. */
export interface LinkFilter {
  /** Links of one issuer. */
  canonicalKey?: string | undefined;
  state?: LinkState | undefined;
}

/** Links, those that need a decision first, then the newest. */
export async function listLinks(db: Database, filter: LinkFilter, limit: number): Promise<StoredLink[]> {
  const { canonicalKey, state } = filter;
  const ofKey = canonicalKey === undefined ? empty : sql`and (a_key = ${canonicalKey} or b_key = ${canonicalKey})`;
  const inState = state === undefined ? empty : sql`and state = ${state}`;
  return db.query<StoredLink>(sql`
    select ${LINK_COLUMNS} from issuer_links where true ${ofKey} ${inState}
    order by state = 'contradicted' desc, state = 'proposed' desc, changed_at desc, link_id desc limit ${limit}::integer`);
}

/** A link by its id; null if there is none. */
export async function readLink(db: Database, id: string): Promise<StoredLink | null> {
  return db.queryOne<StoredLink>(sql`select ${LINK_COLUMNS} from issuer_links where link_id = ${id}`);
}

/** Removes a link. Null if it does not exist; a link that was removed before stays removed. */
export async function undoLink(db: Database, id: string): Promise<StoredLink | null> {
  return db.queryOne<StoredLink>(sql`
    update issuer_links set state = 'undone', changed_at = case when state = 'undone' then changed_at else now() end
    where link_id = ${id} returning ${LINK_COLUMNS}`);
}

/** Stores an operator's decision on two issuers, replacing an earlier one. */
export async function decideLink(
  db: Database,
  [first, second]: readonly [string, string],
  verdict: Exclude<LinkVerdict, 'successor'>,
  note: string,
): Promise<StoredLink> {
  const [aKey, bKey] = first < second ? [first, second] : [second, first];
  const evidence = JSON.stringify(verdict === 'same' ? { for: [note], against: [] } : { for: [], against: [note] });
  const row = await db.queryOne<StoredLink>(sql`
    insert into issuer_links (a_key, b_key, verdict, basis, scheme, identifier, evidence, state, made_by)
    values (${aKey}, ${bKey}, ${verdict}, 'operator', '', '', ${evidence}::jsonb, 'active', 'operator')
    on conflict (a_key, b_key, basis, scheme, identifier) do update set
      verdict = excluded.verdict, evidence = excluded.evidence, state = 'active', changed_at = now()
    returning ${LINK_COLUMNS}`);
  if (row === null) throw new Error('The link was not found after it was written.');
  return row;
}

/** Whether a link is an operator's decision in force. */
export function isDecision(link: StoredLink): link is StoredLink & { verdict: 'same' | 'not_same' } {
  return link.madeBy === 'operator' && link.state === 'active' && link.verdict !== 'successor';
}

/** The identity of a link. */
export function identityOf({ aKey, bKey, basis, scheme, identifier }: StoredLink): LinkIdentity {
  return { aKey, bKey, basis, scheme, identifier };
}
