import { halfOf } from './bench/accuracy/labels/half.ts';
import { readLabels } from './bench/accuracy/labels/measure.ts';
const c = new Map<string, number>();
for (const f of readLabels()) { if (!f.read.includes('person')) continue;
  const n = f.labels.filter(l=>l.subject==='person').length;
  const k = halfOf(f.cik) + ' ' + f.form; c.set(k, (c.get(k) ?? 0) + 1);
  if (halfOf(f.cik)==='dev') c.set(k+' labels', (c.get(k+' labels') ?? 0) + n);
}
console.log([...c].sort().map(x=>x.join(': ')).join('\n'));
