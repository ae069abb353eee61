import { halfOf } from './bench/accuracy/labels/half.ts';
import { readLabels } from './bench/accuracy/labels/measure.ts';
import { readPlainText } from './bench/accuracy/labels/plain-text.ts';
const c = new Map<string, number>();
for (const f of readLabels()) {
  if (halfOf(f.cik) !== 'dev' || !f.read.includes('person')) continue;
  const t = readPlainText('/work/shared/data/us/' + f.file);
  for (const l of f.labels.filter(l => l.subject === 'person')) {
    const k = `${l.kind} ${l.status} ${l.of} date=${l.date !== undefined}`;
    c.set(k, (c.get(k) ?? 0) + 1);
    if (l.kind !== 'in_office' || l.status !== 'asserted') console.log(f.file, f.filed, l.kind, l.status, l.of, l.name, '|', l.title, '|', l.date, l.reason, '::', t.slice(l.start, Math.min(l.end, l.start + 330)));
  }
}
console.log([...c].sort());
