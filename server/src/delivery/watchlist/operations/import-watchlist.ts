import { z } from 'zod';
import { ownAccount, ownLimits, ownWrite } from '../../../accounts/views/own-account.ts';
import { type Database, sql, type Transaction } from '../../../db/database.ts';
import { findIssuer } from '../../../domain/filings/issuers/views/find-issuer.ts';
import { canonicalKey, isWhole, marketId, NOT_WHOLE, ticker } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { countEntries, tryLockWatchlist, type WatchedListing, watchedListing, watchlistIsFull } from '../watchlist.ts';
import { readWatchlistFile, type WatchlistLine } from '../watchlist-file.ts';
import { alertsInput, note } from '../watchlist-shapes.ts';

/** The default watchlist limit of the largest plan. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 250_000;

const OUTCOMES = ['added', 'updated', 'unchanged', 'refused'] as const;

const lineOutcome = z
  .object({
    line: z.int().describe('The line in the file; the header is line 1.'),
    ticker: z.string().nullable(),
    market_id: z.string().nullable(),
    outcome: z.enum(OUTCOMES).describe('unchanged: it was already watched with the same settings.'),
    message: z.string().nullable().describe('Why the line was refused; null otherwise.'),
  })
  .meta({ id: 'WatchlistImportLine' });

type LineOutcome = z.infer<typeof lineOutcome>;

export const importWatchlist = operation({
  name: 'importWatchlist',
  route: 'POST /api/user/watchlist/import',
  tool: { none: 'agents do not manage the watchlist of the account' },
  summary: 'Import a watchlist from CSV',
  description:
    'Adds the listings of a file in the format of exportWatchlist, and updates note and alerts of listings that are already watched; removes nothing. Only the column ticker is required. Returns the outcome of each line: lines with an unknown or ambiguous listing are refused, and the others are stored in one transaction. Returns conflict while another import of the account runs. The body is JSON with the text in csv, or the file itself as text/csv.',
  tag: 'Watchlist',
  plan: 'free',
  ...ownWrite,
  errors: ['bad_request', 'conflict'],
  input: z.strictObject({
    csv: z
      .string()
      .min(1)
      .max(MAX_CHARACTERS)
      .refine(isWhole, NOT_WHOLE)
      .describe(`CSV with at most ${MAX_LINES} lines.`),
  }),
  output: z
    .object({
      lines: z.array(lineOutcome).describe('In the order of the file.'),
      added: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      total: z.int().describe('Entries of the watchlist after the import.'),
      limit: z.int().describe("Entries that the account's plan allows."),
    })
    .meta({ id: 'WatchlistImportResponse' }),
  example: { csv: 'ticker,market_id,note,form_types\r\nAAPL,us,Results in late October,10-K;10-Q\r\n' },
  async run(context, { csv }) {
    const { accountId } = ownAccount(context);
    const limit = ownLimits(context).watchlistEntries;
    const file = readWatchlistFile(csv, MAX_LINES);
    const { lines, total } = await context.db.transaction(async tx => {
      if (!(await tryLockWatchlist(tx, accountId))) {
        throw new AsfiledError('conflict', 'Another request is changing this watchlist. Retry when it has finished.');
      }
      const read: ReadLine[] = [];
      for (const line of file) read.push(await readLine(tx, line));
      let remaining = limit - (await countEntries(tx, accountId));
      const outcomes: LineOutcome[] = [];
      for (const entry of read) {
        if ('refusal' in entry) {
          outcomes.push(toOutcome(entry.line, 'refused', entry.refusal));
          continue;
        }
        const outcome = await storeEntry(tx, accountId, entry, remaining > 0, context.now);
        if (outcome === 'added') remaining--;
        outcomes.push(toOutcome(entry.line, outcome, outcome === 'refused' ? watchlistIsFull(context).message : null));
      }
      return { lines: outcomes, total: await countEntries(tx, accountId) };
    });
    const count = (outcome: LineOutcome['outcome']) => lines.filter(line => line.outcome === outcome).length;
    const counts = { added: count('added'), updated: count('updated'), unchanged: count('unchanged') };
    return { lines, ...counts, refused: count('refused'), total, limit };
  },
});

type ReadLine = { line: WatchlistLine } & (
  | { refusal: string }
  | { listing: WatchedListing; note: string | null; eventTypes: string[]; formTypes: string[] }
);

const cells = z.object({
  ticker,
  market_id: marketId.nullable(),
  canonical_key: canonicalKey.nullable(),
  note: note.nullable(),
  alerts: alertsInput,
});

/** Resolves the listing of a line, or states why it is refused. */
async function readLine(db: Database, line: WatchlistLine): Promise<ReadLine> {
  const parsed = cells.safeParse({
    ticker: line.ticker ?? '',
    market_id: line.marketId,
    canonical_key: line.canonicalKey,
    note: line.note,
    alerts: { event_types: line.eventTypes, form_types: line.formTypes },
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { line, refusal: `${issue?.path.filter(step => step !== 'alerts').join(' ')}: ${issue?.message}` };
  }
  try {
    const entity = await findIssuer(db, {
      ticker: parsed.data.ticker,
      market_id: parsed.data.market_id ?? undefined,
      canonical_key: parsed.data.canonical_key ?? undefined,
    });
    const { note, alerts } = parsed.data;
    const listing = await watchedListing(db, entity);
    return { line, listing, note, eventTypes: alerts.event_types ?? [], formTypes: alerts.form_types ?? [] };
  } catch (error) {
    if (error instanceof AsfiledError && error.code !== 'internal_error') return { line, refusal: error.message };
    throw error;
  }
}

async function storeEntry(
  tx: Transaction,
  accountId: string,
  entry: Exclude<ReadLine, { refusal: string }>,
  hasRoom: boolean,
  now: Date,
): Promise<LineOutcome['outcome']> {
  const { listing, note, eventTypes, formTypes } = entry;
  const known = await tx.queryOne<{ changed: boolean }>(sql`
    select (note, event_types, form_types) is distinct from (${note}::text, ${eventTypes}::text[], ${formTypes}::text[])
      as changed
    from watchlist_entries
    where account_id = ${accountId} and market_id = ${listing.marketId} and ticker_key = ${listing.tickerKey}`);
  if (known === null) {
    if (!hasRoom) return 'refused';
    await tx.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id, note, event_types, form_types,
        created_at)
      values (${accountId}, ${listing.marketId}, ${listing.tickerKey}, ${listing.ticker}, ${listing.issuerId}, ${note},
        ${eventTypes}, ${formTypes}, ${now.toISOString()})`);
    return 'added';
  }
  if (!known.changed) return 'unchanged';
  await tx.execute(sql`
    update watchlist_entries set note = ${note}, event_types = ${eventTypes}, form_types = ${formTypes}
    where account_id = ${accountId} and market_id = ${listing.marketId} and ticker_key = ${listing.tickerKey}`);
  return 'updated';
}

function toOutcome(
  { line, ticker, marketId: market_id }: WatchlistLine,
  outcome: LineOutcome['outcome'],
  message: string | null,
): LineOutcome {
  return { line, ticker, market_id, outcome, message };
}
