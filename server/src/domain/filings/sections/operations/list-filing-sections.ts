import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { filingRefFields } from '../../filings/views/filing.ts';
import { entityRefFields } from '../../issuers/views/entity.ts';
import {
  findFilingText,
  SECTION_COLUMNS,
  type SectionRow,
  section,
  toFilingHead,
  toSection,
  whyNoSections,
} from '../views/filing-text.ts';

export const listFilingSections = operation({
  name: 'listFilingSections',
  route: 'GET /api/v1/filings/{filing_id}/sections',
  tool: 'list_filing_sections',
  summary: 'The sections of one filing',
  description:
    'The items or parts of a filing (10-K, 10-Q, 20-F, 40-F, 8-K, 6-K, DEF 14A and their amendments), in the order of the form, with the confidence of their boundaries. If none were found, status is sections_not_found and reason explains it. A filing whose documents have not been opened yet has empty_reason not_covered.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({ filing_id: filingIdParameter }),
  output: z
    .object({
      ...filingRefFields,
      ...entityRefFields,
      status: z
        .enum(['found', 'partial', 'sections_not_found'])
        .describe('partial: some sections that the form requires were not found, see reason.'),
      reason: z.string().nullable().describe('Why sections are missing; null if none are.'),
      sections: z.array(section).describe('In the order of the form.'),
      ...fresh,
    })
    .meta({ id: 'ProductFilingSectionsOut' }),
  example: { filing_id: 'sec-edgar:9999900001-26-000002' },
  async run({ db }, input) {
    const filing = await findFilingText(db, input.filing_id);
    return renderedOnce(db, ['filing-sections', filing], async () => {
      const rows = await db.query<SectionRow>(sql`
        select ${SECTION_COLUMNS} from filing_sections s
        where s.issuer_id = ${filing.issuer_id} and s.registry = ${filing.registry} and s.native_id = ${filing.native_id}
        order by s.section_order, s.section_key`);
      return {
        ...toFilingHead(filing),
        status: filing.text_status ?? 'sections_not_found',
        sections: rows.map(toSection),
        data_as_of: filing.known_at,
        ...whyNoSections(filing),
      };
    });
  },
});
