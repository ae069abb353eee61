import { Readable } from 'node:stream';
import { copyLine, raw, type Sql, sql, type Transaction } from '../../../../db/database.ts';
import { arrayText } from '../../../../db/encode-text.ts';
import { filingId, uuidV5 } from '../../../../kernel/ids.ts';
import type { Filing } from '../../issuers/model/issuer.ts';

const COLUMNS = [
  'issuer_id',
  'registry',
  'native_id',
  'filing_uuid',
  'form_type',
  'category',
  'category_group',
  'filing_date',
  'accepted_at',
  'known_at',
  'period_end',
  'title',
  'language',
  'item_codes',
  'is_amendment',
  'amends',
  'primary_document',
  'url',
  'has_xbrl',
  'precedence',
] as const;

/** One line of COPY text for {@link loadFilings}; `precedence` is the rank of the source that states it. */
export function filingLine(issuerId: string, filing: Filing, precedence: number): string {
  return copyLine([
    issuerId,
    filing.registry,
    filing.nativeId,
    uuidV5(filingId(filing.registry, filing.nativeId)),
    filing.formType,
    filing.category,
    filing.categoryGroup,
    filing.filingDate,
    filing.acceptedAt,
    filing.knownAt,
    filing.periodEnd,
    filing.title,
    filing.language,
    arrayText(filing.itemCodes),
    filing.isAmendment,
    filing.amends ?? null,
    filing.primaryDocument,
    filing.url,
    filing.hasXbrl,
    precedence,
  ]);
}

/** Loads filings of issuers that have none yet. */
export async function loadFilings(tx: Transaction, lines: readonly Uint8Array[]): Promise<number> {
  if (lines.length === 0) return 0;
  return tx.copy('filings', COLUMNS, Readable.from(lines));
}

/**
 * Loads filings of issuers that may have them already: a less trusted source yields, and unchanged rows are not written. Each
 * filing occurs at most once in `lines`.
 */
export async function mergeFilings(tx: Transaction, lines: readonly Uint8Array[]): Promise<number> {
  if (lines.length === 0) return 0;
  await tx.execute(sql`create temporary table if not exists incoming_filings (like filings) on commit delete rows`);
  await tx.copy('incoming_filings', COLUMNS, Readable.from(lines));
  const changed = await tx.execute(sql`
    insert into filings as kept (${ALL}) select ${ALL} from incoming_filings
    on conflict (issuer_id, registry, native_id) do update set (${FILING_COLUMNS.values}) = row(${EXCLUDED})
    where excluded.precedence <= kept.precedence and (${KEPT}) is distinct from (${EXCLUDED})`);
  await tx.execute(sql`delete from incoming_filings`);
  return changed;
}

const VALUE_COLUMNS = COLUMNS.slice(3);

/** The columns of {@link loadFilings} that are not the key, alone and of a row. */
export const FILING_COLUMNS = {
  values: raw(VALUE_COLUMNS.join(', ')),
  of: (row: string): Sql => raw(VALUE_COLUMNS.map(column => `${row}.${column}`).join(', ')),
};

const ALL = raw(COLUMNS.join(', '));
const EXCLUDED = FILING_COLUMNS.of('excluded');
const KEPT = FILING_COLUMNS.of('kept');
