import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { statedIssuer, storeIssuer } from '../../../test/seeds/store-issuer.ts';
import { runAsfiled } from '../../../test/service/run-asfiled.ts';
import { sql } from '../../db/database.ts';
import { groupIssuers } from '../../pipeline/parts.ts';

const database = useTestDatabase();
/** A fictional LEI with valid check digits. */
const LEI = 'XXXX00FICTIONAL0LD30';
const lei = [{ scheme: 'lei', identifier: LEI }];

const asfiled = (...words: string[]) => runAsfiled(database, 'identities', ...words);

async function areOne(a: string, b: string): Promise<boolean> {
  const rows = await database.db.query(sql`
    select distinct entity_id from issuers where canonical_key in (${a}, ${b})`);
  return rows.length === 1;
}

beforeAll(async () => {
  const { db } = database;
  const listings = [{ ticker: 'FMC', marketId: 'us', mic: 'XNYS', exchange: null, currency: 'USD', isHome: true }];
  const fields = { countryCode: 'US', marketId: 'us', identifiers: lei, listings };
  await storeIssuer(db, 'sec-edgar', statedIssuer('cik:9000001', 'Fictional Motor Corp', fields));
  await storeIssuer(db, 'gleif', statedIssuer(`lei:${LEI}`, 'FICTIONAL MOTOR CORPORATION', { identifiers: lei }));
  await storeIssuer(db, 'companies-house', statedIssuer('uk:09999901', 'Fictional Motor (UK) Ltd'));
  await groupIssuers(db);
});

describe('asfiled identities', () => {
  it('shows a company with its registrants, its home listing and the links between them', () => {
    const { code, stdout } = asfiled('show', `lei:${LEI}`, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      lead: 'cik:9000001',
      members: [
        { canonical_key: 'cik:9000001', is_lead: true, registries: ['sec-edgar'], home_listing: 'us:FMC' },
        { canonical_key: `lei:${LEI}`, is_lead: false, registries: ['gleif'], home_listing: null },
      ],
      links: [
        {
          verdict: 'same',
          state: 'active',
          scheme: 'lei',
          made_by: 'rule',
          evidence: { for: [`equal lei ${LEI}`, 'a name in common'], against: [] },
        },
      ],
    });
  });

  it('undoes a link by its number, at once and permanently', async () => {
    const [line = ''] = asfiled('list', '--state', 'active').stdout.split('\n');
    expect(line).toContain(`active\tsame\tcik:9000001\tlei:${LEI}\tlei ${LEI}\tequal lei ${LEI}; a name in common`);
    expect(asfiled('undo', line.split('\t')[0] ?? '')).toMatchObject({ code: 0, stderr: '' });
    expect(await areOne('cik:9000001', `lei:${LEI}`)).toBe(false);
    expect(asfiled('list', '--key', 'cik:9000001', '--json').stdout).toContain('"state":"undone"');
  });

  it('joins issuers that no rule joins, and keeps them apart again', async () => {
    expect(asfiled('join', 'uk:09999901', 'cik:9000001', '--note', 'read in its report').code).toBe(0);
    expect(await areOne('cik:9000001', 'uk:09999901')).toBe(true);
    expect(asfiled('list', '--key', 'uk:09999901').stdout).toContain('operator\tread in its report');
    expect(asfiled('forbid', 'cik:9000001', 'uk:09999901').code).toBe(0);
    expect(await areOne('cik:9000001', 'uk:09999901')).toBe(false);
  });

  it('reports unknown issuers and links, and wrong usage', () => {
    expect(asfiled('undo', '999999')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('link 999999 does not exist'),
    });
    expect(asfiled('show', 'cik:1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cik:1 is not in the store'),
    });
    for (const words of [
      ['join', 'cik:9000001', 'cik:1'],
      ['join', 'cik:9000001', 'cik:9000001'],
      ['undo', 'x'],
      ['list', '--state', 'gone'],
      ['list', '--limit', '0'],
    ]) {
      expect([words, asfiled(...words).code]).toEqual([words, 2]);
    }
  });
});
