import { existsSync, readFileSync } from 'node:fs';
import { halfOf } from './bench/accuracy/labels/half.ts';
import { openLabelled } from './bench/accuracy/labels/published.ts';
const data = '/work/shared/data/us';
const [filter = '.', mod = '1', rest = '0', kinds = 'all'] = process.argv.slice(2);
const rows = readFileSync(`${data}/MANIFEST.tsv`, 'utf8').trim().split('\n').slice(1).map(l => l.split('\t'));
const t0 = Date.now(); let n = 0;
for (const [i, [path = '', , company = '', cik = '', , form = '', filed = '', period = '']] of rows.entries()) {
  if (!cik || !path.match(filter) || !/\.(txt|htm|html)(\.gz)?$/.test(path) || !existsSync(`${data}/${path}`)) continue;
  if (halfOf(cik) !== 'dev') continue;
  if (n++ % Number(mod) !== Number(rest)) continue;
  const day = (d: string) => d.length === 8 ? `${d.slice(0,4)}-${d.slice(4,6)}-${d.slice(6)}` : d;
  let rec; try { rec = openLabelled(data, { file: path, cik, form, filed: day(filed) || day(period) || '2020-01-01' } as never); } catch (e) { console.log(path, 'ERR', String(e).slice(0, 100)); continue; }
  console.log(`\n## ${path} ${company} ${form} ${filed}`);
  for (const p of rec?.people ?? []) {
    const kind = p.relation === 'major_shareholder' ? 'OWN' : p.untilDate ? 'LEFT' : p.sinceDate ? 'APPT' : 'HOLD';
    if (kinds !== 'all' && !kinds.includes(kind)) continue;
    console.log(`${kind} ${p.name} | ${p.relation[0]} ${p.roleTitle} | ${p.untilDate ?? p.sinceDate ?? p.asOf} ${p.shares ?? ''} ${p.ownershipPct ?? ''} :: ${p.quote?.text.replace(/\s+/g, ' ').slice(0, 220)}`);
  }
}
console.log(Date.now() - t0, 'ms', n);
