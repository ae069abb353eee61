import { type Relation, type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { companyOfFile } from './introduction.ts';
import { readRecords, textOf } from './read-response.ts';
import { canonicalKeyOfCode } from './stocks.ts';

/** The directors and officers of a company. */
export const executives = documentKind({
  address: address('https://www.cninfo.com.cn/data20/companyOverview/getCompanyExecutives?scode={code}', {
    code: /\d{6}/,
  }),
  source: 'executives',
  states: 'directors and officers of one issuer ([people](../../guides/people.md))',
  issuer: ({ code }) => canonicalKeyOfCode(code),
  task: 'company',
  key: ({ code }) => code,
  read: parseExecutives,
  map(people, { source, values, log }) {
    if (people.length === 0) log.add('empty_answer', 'data.records', 'no directors or officers');
    return [{ ...emptyRecords(canonicalKeyOfCode(values.code), source), people: stateExecutives(people) }];
  },
  accepts: 'getCompanyExecutives',
  identify: file => companyOfFile('getCompanyExecutives', file),
});

/** A director or officer, as the company reported. */
export interface Executive {
  /** The registry's own number of the person (`F001V`); null if it states none. */
  personId: string | null;
  name: string;
  gender: 'male' | 'female' | null;
  birthYear: number | null;
  degree: string | null;
  /** As printed, acting ones marked `(代)`. */
  posts: string[];
  /** Shares held, as digits; null if none are stated, which is not zero. */
  shares: string | null;
  /** Yearly pay in units of 10,000 yuan, as digits; null if none is stated. */
  payTenThousandCny: string | null;
}

/** The people of `getCompanyExecutives`, in the registry's order. Null, with an anomaly, if the response is invalid. */
function parseExecutives(bytes: Buffer, log: AnomalyLog): Executive[] | null {
  const records = readRecords(bytes, log);
  if (records === null) return null;
  return records.flatMap((record, at) => {
    const name = textOf(record, 'F002V');
    if (name === null) {
      log.add('unreadable_row', `records/${at}`, JSON.stringify(record));
      return [];
    }
    const gender = textOf(record, 'F010V');
    return [
      {
        personId: textOf(record, 'F001V'),
        name,
        gender: gender === '男' ? 'male' : gender === '女' ? 'female' : null,
        birthYear: yearOf(textOf(record, 'F012V')),
        degree: textOf(record, 'F017V'),
        posts: splitPosts(textOf(record, 'F009V')),
        shares: numberOf(textOf(record, 'F005N')),
        payTenThousandCny: numberOf(textOf(record, 'F012N')),
      },
    ];
  });
}

function yearOf(text: string | null): number | null {
  return text !== null && /^(?:19|20)\d{2}$/.test(text) ? Number(text) : null;
}

function splitPosts(text: string | null): string[] {
  return (text ?? '')
    .split(/[,，、]/)
    .map(post => post.trim())
    .filter(post => post !== '');
}

function numberOf(text: string | null): string | null {
  return text !== null && /^\d+(?:\.\d+)?$/.test(text) ? text : null;
}

const DIRECTOR = /董事(?!会)/;
/** Members of the board of supervisors, and posts of the party, direct and manage nothing of the company. */
const NO_OFFICE = /监事|党|工会|纪委/;

/** The list has no date, and states no beginning of an office: people on it are in office on the day on which it was read. */
function stateExecutives(executives: readonly Executive[]): RoleStatement[] {
  return executives.flatMap(executive =>
    relationsOf(executive.posts).map(([relation, posts]) =>
      roleStatement({
        name: executive.name,
        kind: 'person',
        identifier: executive.personId === null ? null : { scheme: 'cninfo', identifier: executive.personId },
        born: executive.birthYear === null ? null : String(executive.birthYear),
        relation,
        roleTitle: posts.join(', '),
        shares: executive.shares,
        confirmation: 'annual',
      }),
    ),
  );
}

function relationsOf(posts: readonly string[]): [Relation, string[]][] {
  const directors = posts.filter(post => DIRECTOR.test(post) && !/秘书/.test(post));
  const officers = posts.filter(post => !directors.includes(post) && !NO_OFFICE.test(post));
  const found: [Relation, string[]][] = [
    ['director', directors],
    ['officer', officers],
  ];
  return found.filter(([, some]) => some.length > 0);
}
