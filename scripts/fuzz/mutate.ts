/** Reproducible random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 up to, but not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit);
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('Cannot pick from an empty list.');
    return value;
  }
}

/** Fragments that break parsers of markup. */
const TOKENS = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '&#0;',
  '&#x110000;',
  '&amp',
  '&unknown;',
  '\0',
  '\r',
  '\uFFFF',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE x [',
  '<?',
  '?>',
  '</',
  '/>',
  '</p>',
  '</table>',
  '<table>',
  '<td',
  '<br',
  ' xmlns="x"',
  ' xmlns:ix="x"',
  ' xml:lang=""',
  '<ix:continuation id="a" continuedAt="a">',
  '<ix:nonNumeric name="a:b" contextRef="c" escape="true">',
  '<ix:exclude>',
  '<ix:nonFraction name="a:b" contextRef="c" unitRef="u" scale="999" format="ixt:num-dot-decimal">',
  '<ix:tuple tupleID="t" tupleRef="t">',
  '</ix:nonFraction>',
  '<xbrli:context id="c">',
  '</xbrli:context>',
  'Item 1.',
  'ITEM 7',
  'PART II',
  '<page>',
  '-',
  '999999999999999999',
];

const MAX_REPEATS = 20_000;

/** A damaged copy of some bytes: one to eight changes of bytes or of structure. */
export function mutate(seed: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(seed);
  for (let changes = 1 + random.below(8); changes > 0; changes--) bytes = changeOnce(bytes, random);
  return bytes;
}

function changeOnce(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const length = random.below(random.pick([2, 16, 200, 5_000]));
  const part = bytes.subarray(at, at + length);
  switch (random.below(8)) {
    case 0: {
      if (at < bytes.length) bytes[at] = random.below(256);
      return bytes;
    }
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
    case 3: {
      const to = random.below(bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, to), part, bytes.subarray(to)]);
    }
    case 4:
      return bytes.subarray(0, at);
    case 5:
      return Buffer.concat([bytes.subarray(0, at), repeated(random.pick(TOKENS), random), bytes.subarray(at)]);
    case 6:
      return Buffer.concat([bytes.subarray(0, at), repeated(tagAt(bytes, at), random), bytes.subarray(at)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(TOKENS)), bytes.subarray(at)]);
  }
}

function repeated(token: string, random: Random): Buffer {
  return Buffer.from(
    token.repeat(random.below(random.pick([3, 50, Math.ceil(MAX_REPEATS / (1 + token.length / 20))]))),
  );
}

/** The tag at or after an offset. */
function tagAt(bytes: Buffer, at: number): string {
  const start = bytes.indexOf('<', at);
  const end = start < 0 ? -1 : bytes.indexOf('>', start);
  return end < 0 || end - start > 500 ? '<p>' : bytes.toString('latin1', start, end + 1);
}
