import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { fresh } from '../../../kit/fields.ts';
import { limit } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant, toEntityRef } from '../../issuers/views/entity.ts';
import { andNot, fictionalFilersToHide } from '../../issuers/views/fictional-issuers.ts';
import { FILING_COLUMNS, type FilingRow, filingOfEntity, NEWEST_FILING_FIRST, toFiling } from '../views/filing.ts';

type NewestFilingRow = FilingRow & EntityRefRow;

export const listNewestFilings = operation({
  name: 'listNewestFilings',
  route: 'GET /api/v1/filings/newest',
  tool: { none: 'the home page of the web app uses it; list_filings lists filings of a company' },
  summary: 'The newest filings of all companies',
  description:
    'Lists the filings that became known last, of all companies and markets, newest first, each with its company. Free; the home page of the web app uses it. Use listFilings and discoverFilings for more.',
  tag: 'Filings',
  plan: 'free',
  credits: 0,
  errors: [],
  input: z.strictObject({ limit: limit(50, 20) }),
  output: z
    .object({ filings: z.array(filingOfEntity).describe('Newest first.'), has_more: z.boolean(), ...fresh })
    .meta({ id: 'NewestFilingsOut' }),
  example: { limit: 2 },
  async run({ db, now }, { limit: size }) {
    const aside = await fictionalFilersToHide(db);
    const rows = await db.query<NewestFilingRow>(sql`
      select g.*, ${ENTITY_REF_COLUMNS} from (
        select g.issuer_id, ${FILING_COLUMNS} from filings g where g.known_at <= ${now.toISOString()} ${andNot(sql`g.issuer_id`, aside)}
        ${NEWEST_FILING_FIRST}, g.issuer_id limit ${size + 1}::integer
      ) g
      join issuers i using (issuer_id) ${entityOfRegistrant()}
      ${NEWEST_FILING_FIRST}, g.issuer_id`);
    return {
      filings: rows.slice(0, size).map(row => ({ ...toFiling(row), ...toEntityRef(row) })),
      has_more: rows.length > size,
      data_as_of: rows[0]?.known_at ?? null,
      empty_reason: rows.length === 0 ? ('not_covered' as const) : null,
    };
  },
});
