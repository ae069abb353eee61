import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl, useTestDatabase } from '../../../test/database.ts';
import { seedPanelCompanies } from '../../../test/seeds/panel-companies.ts';
import { runAsfiled } from '../../../test/service/run-asfiled.ts';
import { cleanUpAfterEach, run, temporaryFolder, until } from '../../../test/service/service.ts';

const database = useTestDatabase();
cleanUpAfterEach();

beforeAll(async () => {
  await seedPanelCompanies(database.db, '2014-12-31');
}, 300_000);

describe('asfiled panel', () => {
  it('writes a file with its manifest, and leaves both untouched if a later command fails', () => {
    const target = temporaryFolder();
    const out = join(target, 'panel.csv');
    const export_ = (...words: string[]) =>
      runAsfiled(database, 'panel', '--out', out, '--measures', 'revenue,mean(revenue, 2)', ...words);
    const { code, stdout, stderr } = export_(
      '--start',
      '2014-01-01',
      '--end',
      '2014-12-31',
      '--step',
      'quarter',
      '--industry',
      '2834',
    );
    expect(code, stderr).toBe(0);
    const bytes = readFileSync(out);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [header, ...lines] = bytes.toString().trimEnd().split('\r\n');
    expect(header).toBe('as_of,canonical_key,fiscal_year,period_end,currency,revenue,"mean(revenue, 2)"');
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.some(line => /^2014-06-30,cik:\d+,2013,2013-12-31,USD,\d+,\d+/.test(line))).toBe(true);
    expect(JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'))).toMatchObject({
      sha256,
      bytes: bytes.length,
      rows: lines.length,
      question: { industry: ['2834'], shape: 'wide' },
      days: ['2014-03-31', '2014-06-30', '2014-09-30', '2014-12-31'].map(day => ({ as_of: day })),
    });
    expect(stdout).toContain(`${lines.length} rows, SHA-256 ${sha256}`);

    for (const [words, message] of [
      [['--days', '9999-12-31'], '--days has 9999-12-31, which is not over'],
      [['--days', '2014-12-31', '--shape', 'round'], '--shape'],
      [['--days', '2014-12-31', '--index', 'none'], 'No members of the index none are stored'],
      [[], '--start is required without days'],
    ] as const) {
      const refused = export_(...words);
      expect(refused.code, refused.stderr).toBe(2);
      expect(refused.stderr).toContain(message);
    }
    expect(export_('--days', '2014-12-31', '--measures', 'revenue * 1e308').code).toBe(1);
    expect(readFileSync(out)).toEqual(bytes);
    expect(readdirSync(target).sort()).toEqual(['panel.csv', 'panel.csv.manifest.json']);
  });

  it('removes what it has written when it is stopped', async () => {
    const target = temporaryFolder();
    const out = join(target, 'panel.csv');
    writeFileSync(out, 'earlier');
    const span = ['--start', '1975-01-01', '--end', '2020-01-01', '--step', 'day'];
    const command = run(['panel', '--out', out, '--measures', 'revenue', ...span], {
      DATABASE_URL: databaseUrl(database.connection),
    });
    await until('the command writes', () => existsSync(`${out}.part`));
    command.child.kill('SIGTERM');
    expect((await command.ended()).exit, command.output()).toBe(130);
    expect(readdirSync(target)).toEqual(['panel.csv']);
    expect(readFileSync(out, 'utf8')).toBe('earlier');
  });
});
