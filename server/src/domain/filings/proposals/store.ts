import { type Database, sql, type Transaction } from '../../../db/database.ts';
import { toStorableText } from '../../../db/encode-text.ts';
import { deleteOfFilings, type FilingKey } from '../../kit/store/filing-keys.ts';
import type { ModelReading, Passage, SecondReader } from './model.ts';

/** The passages of one filing. */
export interface FiledPassages extends FilingKey {
  /** With the reading that the records of the filing include; null if none. */
  passages: { digest: string; applied: SecondReader | null }[];
  /** Passages to ask a model about, unless it has been asked. */
  queued: readonly Passage[];
  /** The model that is asked; null if none is configured. */
  secondReader: SecondReader | null;
}

/** Filings that became known longer ago are not queued. */
const MAX_AGE_DAYS = 400;

/**
 * Replaces the passages of filings, queues those that the configured model has not been asked about, and marks filings that lack
 * an answer. The queued readings are locked: an answer that arrives meanwhile waits, and then marks the filing itself.
 */
export async function replacePassages(tx: Transaction, filed: readonly FiledPassages[]): Promise<void> {
  if (filed.length === 0) return;
  await deleteOfFilings(tx, [sql`model_passages`, sql`model_changes`], filed);
  const rows = JSON.stringify(
    filed.flatMap(({ issuerId, registry, nativeId, passages }) =>
      passages.map(({ digest, applied }) => ({
        ...{ issuer_id: issuerId, registry, native_id: nativeId, digest },
        ...{ model: applied?.model ?? null, prompt: applied?.prompt ?? null },
      })),
    ),
  );
  const passages = sql`json_to_recordset(${rows}::json)
    as row (issuer_id bigint, registry text, native_id text, digest text, model text, prompt text)`;
  await tx.execute(sql`
    insert into model_passages (issuer_id, registry, native_id, digest)
    select issuer_id, registry, native_id, digest from ${passages}`);
  await queuePassages(tx, filed);
  await tx.execute(sql`
    insert into model_changes (issuer_id, registry, native_id)
    select distinct row.issuer_id, row.registry, row.native_id
    from ${passages} cross join lateral (
      select r.model, r.prompt, r.proposals from model_readings r
      where r.digest = row.digest and r.state = 'answered' ${NEWEST_ANSWER} limit 1) newest
    where newest.proposals <> '[]' and (newest.model, newest.prompt) is distinct from (row.model, row.prompt)
    on conflict do nothing`);
}

/** The order of the answers about one passage. */
const NEWEST_ANSWER = sql`order by r.answered_at desc, r.model, r.prompt`;

async function queuePassages(tx: Transaction, filed: readonly FiledPassages[]): Promise<void> {
  const queued = filed.flatMap(({ issuerId, registry, nativeId, queued, secondReader }) =>
    secondReader === null
      ? []
      : queued.map(({ digest, text }) => ({
          ...{ issuer_id: issuerId, registry, native_id: nativeId, digest },
          ...{ model: secondReader.model, prompt: secondReader.prompt, passage: toStorableText(text) },
        })),
  );
  if (queued.length === 0) return;
  await tx.execute(sql`
    insert into model_readings (digest, model, prompt, state, passage, known_at)
    select distinct on (row.digest, row.model, row.prompt) row.digest, row.model, row.prompt, 'waiting', row.passage, g.known_at
    from json_to_recordset(${JSON.stringify(queued)}::json) as row (issuer_id bigint, registry text, native_id text,
        digest text, model text, prompt text, passage text)
      join filings g using (issuer_id, registry, native_id)
    where g.known_at > now() - ${`${MAX_AGE_DAYS} days`}::interval
    order by row.digest, row.model, row.prompt, g.known_at desc
    on conflict (digest, model, prompt) do update set known_at = greatest(model_readings.known_at, excluded.known_at)`);
}

/** Loads what models answered about the passages of a filing: the newest answer about each. */
export function loadModelReadings(db: Database, registry: string, nativeId: string): Promise<ModelReading[]> {
  return db.query<ModelReading>(sql`
    select distinct on (p.digest) p.digest, r.model, r.prompt, r.proposals
    from model_passages p join model_readings r using (digest)
    where p.registry = ${registry} and p.native_id = ${nativeId} and r.state = 'answered'
    order by p.digest, r.answered_at desc, r.model, r.prompt`);
}

/** A filing that cannot be read is skipped after this many runs. */
const MAX_RUNS = 3;

/** Registries with filings to read again. */
export async function registriesToReadAgain(db: Database): Promise<string[]> {
  const rows = await db.query<{ registry: string }>(sql`
    select distinct registry from model_changes where attempts < ${MAX_RUNS} order by registry`);
  return rows.map(row => row.registry);
}

/** Takes up to `limit` filings to read again, each with its documents (DocumentRef, sources/kit/source.ts). */
export async function takeFilingsToReadAgain(
  db: Database,
  registry: string,
  sourcePrefix: string,
  limit: number,
): Promise<{ nativeId: string; documents: unknown[] }[]> {
  const rows = await db.query<{ native_id: string; documents: string }>(sql`
    with taken as (
      update model_changes c set attempts = c.attempts + 1
      from (
        select issuer_id, registry, native_id from model_changes
        where registry = ${registry} and attempts < ${MAX_RUNS}
        order by attempts, issuer_id, native_id limit ${limit}::integer for update skip locked) due
      where c.issuer_id = due.issuer_id and c.registry = due.registry and c.native_id = due.native_id
      returning c.issuer_id, c.native_id)
    select taken.native_id, s.documents
    from taken join issuer_statements s on s.issuer_id = taken.issuer_id and s.registry = ${registry}
      and s.source = ${sourcePrefix} || taken.native_id
    order by taken.native_id collate "C", taken.issuer_id`);
  return rows.map(row => ({ nativeId: row.native_id, documents: JSON.parse(row.documents) as unknown[] }));
}

/** A passage that this process may ask about until the claim expires. */
export interface ClaimedPassage {
  digest: string;
  passage: string;
  /** Including this one. */
  attempts: number;
}

/** Claims waiting passages, those of the newest filings first. A claim expires after `leaseSeconds`. */
export function claimPassages(
  db: Database,
  { model, prompt }: SecondReader,
  limit: number,
  leaseSeconds: number,
): Promise<ClaimedPassage[]> {
  return db.query<ClaimedPassage>(sql`
    update model_readings r set attempts = r.attempts + 1, due_at = now() + ${`${leaseSeconds} seconds`}::interval
    from (
      select digest from model_readings
      where model = ${model} and prompt = ${prompt} and state = 'waiting' and due_at <= now()
      order by known_at desc, digest limit ${limit}::integer for update skip locked) due
    where r.digest = due.digest and r.model = ${model} and r.prompt = ${prompt}
    returning r.digest, r.passage, r.attempts`);
}

/** The result of asking about a claimed passage. */
export type PassageResult =
  | { state: 'answered'; proposals: readonly unknown[]; tokens: number }
  /** Retried after the delay. `isAttempt` is false if no request was sent, or no response was possible. */
  | { state: 'waiting'; reason: string; delaySeconds: number; isAttempt: boolean }
  | { state: 'failed'; reason: string };

/** Records a result, and marks the filings of an answer that proposes something. The text of a passage is kept only while it waits. */
export async function settlePassage(
  db: Database,
  { model, prompt }: SecondReader,
  digest: string,
  result: PassageResult,
): Promise<void> {
  const reading = sql`digest = ${digest} and model = ${model} and prompt = ${prompt} and state = 'waiting'`;
  if (result.state === 'waiting') {
    await db.execute(sql`
      update model_readings set due_at = now() + ${`${result.delaySeconds} seconds`}::interval, reason = ${result.reason},
        attempts = attempts - ${result.isAttempt ? 0 : 1}::smallint
      where ${reading}`);
    return;
  }
  if (result.state === 'failed') {
    await db.execute(
      sql`update model_readings set state = 'failed', passage = null, reason = ${result.reason} where ${reading}`,
    );
    return;
  }
  await db.transaction(async tx => {
    await tx.execute(sql`
      update model_readings set state = 'answered', passage = null, reason = null, tokens = ${result.tokens}::integer,
        proposals = ${JSON.stringify(result.proposals, storable)}::jsonb, answered_at = clock_timestamp()
      where ${reading}`);
    if (result.proposals.length === 0) return;
    await tx.execute(sql`
      insert into model_changes (issuer_id, registry, native_id)
      select issuer_id, registry, native_id from model_passages where digest = ${digest}
      on conflict (issuer_id, registry, native_id) do update set attempts = 0`);
  });
}

/** PostgreSQL stores neither NUL characters nor lone surrogates. */
function storable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? toStorableText(value) : value;
}

/** Reserves tokens of a day; false if the budget does not allow them. */
export async function reserveTokens(db: Database, day: string, tokens: number, budget: number): Promise<boolean> {
  if (tokens > budget) return false;
  const reserved = await db.queryOne(sql`
    insert into model_days (day, tokens) values (${day}::date, ${tokens}::bigint)
    on conflict (day) do update set tokens = model_days.tokens + excluded.tokens
      where model_days.tokens + excluded.tokens <= ${budget}::bigint
    returning day`);
  return reserved !== null;
}

/** Corrects a reservation by what was used. */
export async function correctTokens(db: Database, day: string, difference: number): Promise<void> {
  await db.execute(sql`update model_days set tokens = tokens + ${difference}::bigint where day = ${day}::date`);
}

/** How far each model has come, and the tokens that all models used on a day. */
export async function countReadings(
  db: Database,
  day: string,
): Promise<{
  tokensToday: number;
  models: { model: string; waiting: number; answered: number; failed: number; lastReason: string | null }[];
}> {
  const models = await db.query<{
    model: string;
    waiting: number;
    answered: number;
    failed: number;
    lastReason: string | null;
  }>(sql`
    select model, (count(*) filter (where state = 'waiting'))::integer as waiting,
      (count(*) filter (where state = 'answered'))::integer as answered,
      (count(*) filter (where state = 'failed'))::integer as failed,
      (array_agg(reason order by due_at desc) filter (where reason is not null))[1] as "lastReason"
    from model_readings group by model order by model`);
  const used = await db.queryOne<{ tokens: number }>(
    sql`select tokens::float8 as tokens from model_days where day = ${day}::date`,
  );
  return { tokensToday: used?.tokens ?? 0, models };
}
