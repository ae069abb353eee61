import { splitSentences } from './server/src/formats/prose/sentences.ts';
import { maskSentence, Acquaintances } from './server/src/sources/sec-edgar/people/mask-sentence.ts';
import { PERSON_FRAMES } from './server/src/sources/sec-edgar/people/person-frames.ts';
const names = { own: ['fictional works'], terms: new Map() };
const text = process.argv[2]!;
const known = new Acquaintances([text]); let prev = null;
for (const s of splitSentences(text)) {
  const m = maskSentence(s, prev, names, known); prev = m;
  console.log(m?.sentence.quote);
  if (!m) continue;
  for (const e of m.entities) console.log('   ', e.kind, s.quote.slice(e.start, e.end), JSON.stringify(e.people.length ? e.people : e.office ?? ''));
  for (const a of PERSON_FRAMES.read(m.sentence, { names, periodEnd: null })) console.log('   >>', a.family, a.form, a.status, a.tense, a.trigger.text, Object.entries(a.roles).map(([k, r]) => k + '=' + r.text).join(';'));
}
