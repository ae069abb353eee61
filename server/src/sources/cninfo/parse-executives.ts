import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readRecords, textOf } from './read-answer.ts';

/** A director or officer, as the company reported. */
export interface Executive {
  /** The registry's own number of the person (`F001V`); null where it gives none. */
  personId: string | null;
  name: string;
  gender: 'male' | 'female' | null;
  birthYear: number | null;
  degree: string | null;
  /** As printed, acting ones marked `(代)`. */
  posts: string[];
  /** Shares held, as digits; null where none are stated, which is not zero. */
  shares: string | null;
  /** Yearly pay in units of 10,000 yuan, as digits; null where none is stated. */
  payTenThousandCny: string | null;
}

/** The people of `getCompanyExecutives`, in the registry's order. Null, with an anomaly, where the answer is none. */
export function parseExecutives(bytes: Buffer, log: AnomalyLog): Executive[] | null {
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
