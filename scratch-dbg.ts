import { splitSentences } from './server/src/formats/prose/sentences.ts';
import { maskSentence, Acquaintances } from './server/src/sources/sec-edgar/people/mask-sentence.ts';
import { PERSON_FRAMES } from './server/src/sources/sec-edgar/people/person-frames.ts';
import { readPersonSentences } from './server/src/sources/sec-edgar/people/read-person-sentences.ts';
import { parseSentence } from './server/src/formats/prose/frames.ts';
import { readFileSync } from 'node:fs';
const names = { own: ['fictional works'], terms: new Map([['works','registrant'],['example','other']] as never) } as never;
for (const text of readFileSync(0, 'utf8').trim().split('\n')) {
  console.log('\n# ' + text);
  const known = new Acquaintances([text]); let prev = null;
  for (const s of splitSentences(text)) {
    const m = maskSentence(s, prev, names, known); prev = m;
    console.log('  ', m?.sentence.quote, m?.entities.map(e => `${e.kind}[${s.quote.slice(e.start, e.end)}]${e.office?.title ?? ''}${e.office?.isAtIssuer === false ? '!' : ''}`).join(' '));
    if (!m) continue;
    for (const c of parseSentence(m.sentence).clauses) console.log('     c', c.verb.main.lemma, c.form, c.voice, c.relation, 'S=' + c.subjects.map(x => x.tokens.map(t => t.text).join(' ')), 'O=' + c.objects.map(x => x.tokens.map(t => t.text).join(' ')));
    for (const a of PERSON_FRAMES.read(m.sentence, { names, periodEnd: null })) console.log('     >>', a.family, a.form, a.status, a.tense, a.trigger.text, Object.entries(a.roles).map(([k, r]) => k + '=' + r.text).join(';'));
  }
  console.log('  =>', readPersonSentences([text], { names, filingDate: '2024-03-15', eventDate: '2024-03-12', isCurrentReport: true }).map(p => `${p.name} | ${p.roleTitle} | ${p.sinceDate} | ${p.untilDate}`));
}
