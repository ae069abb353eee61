// scratch: field mismatches on dev
import { join } from 'node:path';
import { halfOf } from './bench/accuracy/labels/half.ts';
import { readLabels } from './bench/accuracy/labels/measure.ts';
import { readPublished } from './bench/accuracy/labels/published.ts';
import { matchNames, readPersonName } from './server/src/domain/ownership/people/rules/person-names.ts';
import { nameKey } from './server/src/kernel/identifiers/name-key.ts';
const data = '/work/shared/data/us';
const plain = (one: string) => ({ ...readPersonName(one, 'person'), generation: null });
for (const f of readLabels()) {
  if (halfOf(f.cik) !== 'dev' || !f.read.includes('person')) continue;
  const pub = readPublished(data, f).filter(p => p.subject === 'person');
  const pos = f.labels.filter(l => l.subject === 'person' && l.status === 'asserted' && (l.of === 'registrant' || l.of === 'subsidiary'));
  for (const p of pub) {
    const g = (k: string) => (k === 'appointed' ? 'in_office' : k);
    const same = pos.filter(l => g(l.kind) === g(p.kind) && matchNames(plain(String(p.fields.name)), plain(l.name ?? '')) !== null);
    const bad: string[] = [];
    if (same.length && !same.some(l => l.title === undefined || nameKey(String(p.fields.title ?? '')) === nameKey(l.title))) bad.push('T');
    if (same.length && !same.some(l => l.date === undefined || String(p.fields.date ?? '').startsWith(l.date))) bad.push('D');
    if (same.length && !same.some(l => l.kind === p.kind)) bad.push('K');
    if (bad.length) console.log(bad.join(''), f.file, f.filed, p.kind, p.fields.name, '|', p.fields.title, '|', p.fields.date, '<>', same.map(l => `${l.kind} ${l.title} ${l.date}`).join(' ;; '), '::', p.quotes[0]?.replace(/\s+/g,' ').slice(0,200));
  }
}
