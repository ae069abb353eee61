import { parseClauses } from './server/src/formats/prose/clauses.ts';
import { tokenize } from './server/src/formats/prose/tokens.ts';
import { statusOfClause } from './server/src/formats/prose/status.ts';
const S = `Smith resigned from the board, effective as of March 9, 2016.
On March 8, 2014, Smith notified the Company of her decision to step down from her position effective March 21, 2014.
the board appointed Smith, Smith and Smith as treasurer, effective January 1, 2011.
Smith will leave his position as treasurer as of May 6, 2016.
each of Smith, Smith and Smith was elected to the board.
The Company announced that Smith has been named treasurer.
the board appointed Smith to succeed Smith as treasurer, effective January 1, 2011.
Smith, who has served as treasurer since 2010, will retire on June 30, 2020.
Smith and Smith agreed to resign from the board.
In connection with the resignation of Smith as treasurer, the board appointed Smith as treasurer.
Smith's resignation from the board is effective May 1, 2020.
Smith will step down as treasurer and Smith will become treasurer, effective July 1, 2024.
Smith passed away on May 1, 2020.
Smith's employment with the Company was terminated on May 1, 2020.
Smith will not stand for re-election at the annual meeting.
Smith ceased to be treasurer effective May 1, 2020.
Effective May 1, 2020, Smith was promoted from treasurer to treasurer.
Smith joined the Company as treasurer in May 2020.
Smith has tendered his resignation as treasurer.
Smith served as treasurer from 1983 to December 2002.
the board accepted the resignation of Smith from the board.
the appointment of Smith as treasurer was effective May 1, 2020.
Smith (age 63) has been treasurer since 1992 and treasurer since 1998.
Smith, treasurer, has retired from the Company after thirty years of service.
The Company today announced the appointment of Smith to the position of treasurer.
the board increased the size of the board from seven to eight and appointed Smith to fill the vacancy.
Smith informed the Company that he would retire as treasurer at the end of 2024.
Smith was removed as treasurer.
If Smith resigns as treasurer, he will receive severance.
the Company entered into an agreement with Smith, pursuant to which he has agreed to serve as treasurer.
He will assume the role of treasurer on May 1, 2020.
Smith is stepping down from the board.
Smith, age 52, succeeds Smith, who retired on May 1, 2020.
Smith's last day with the Company will be May 1, 2020.
the board elected Smith a treasurer of the Company.
Smith's service as treasurer ended on May 1, 2020.
the Company terminated the employment of Smith, its treasurer.
Smith intends to retire.
the Company and Smith mutually agreed that Smith will leave the Company.
Smith will continue to serve as treasurer until May 1, 2020.`.split('\n');
for (const s of S) {
  const p = parseClauses(s, tokenize(s));
  console.log('\n' + s);
  for (const c of p.clauses) console.log('   ', c.verb.main.lemma, c.form, c.voice, c.relation, c.marker, 'gov=' + c.governor?.text, 'S=' + c.subjects.map(x => x.tokens.map(t => t.text).join(' ')), 'O=' + c.objects.map(x => x.tokens.map(t => t.text).join(' ') + c.objects.flatMap(o=>o===x?o.preps.map(q=>'{'+q.preposition+' '+q.phrase.head.text+'}'):[])), 'P=' + c.preps.map(q => q.preposition + ' ' + q.phrase.tokens.map(t => t.text).join(' ')), 'st=' + statusOfClause(c, p, 0));
}
