import { isUtf8 } from 'node:buffer';

/** A document's text, and the encoding that it is in. */
interface DecodedDocument {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'cp949';
  /** Characters that the encoding does not have. */
  lostCount: number;
}

/**
 * Decodes code page 949 (Unified Hangul Code), of which EUC-KR is the part with both bytes from A1 up. The platform knows
 * EUC-KR only; the code page adds the 8,822 Hangul syllables that KS X 1001 lacks, in the order of Unicode, at
 * the places that EUC-KR does not use. Invalid bytes become U+FFFD.
 */
export function decodeCodePage949(bytes: Uint8Array): string {
  const table = readTable();
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      units[count++] = lead;
      continue;
    }
    const unit = table[lead * 256 + (bytes[at + 1] ?? 0)] ?? 0;
    units[count++] = unit === 0 ? REPLACEMENT : unit;
    // A byte of ASCII is never eaten by a broken character before it.
    if (unit !== 0) at++;
  }
  return Buffer.from(units.buffer, 0, count * 2).toString('utf16le');
}

const REPLACEMENT = 0xfffd;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** The place of the last added syllable. */
const LAST_LEAD = 0xc6;

/** Signs that KS X 1001 got in 1998 and 2002: euro, registered, postal code. */
const LATER_SIGNS: readonly [number, number][] = [
  [0xa2e6, 0x20ac],
  [0xa2e7, 0xae],
  [0xa2e8, 0x327e],
];

let table: Uint16Array | null = null;

/** UTF-16 units by lead and trail byte, 0 if unassigned. */
function readTable(): Uint16Array {
  table ??= makeTable();
  return table;
}

function makeTable(): Uint16Array {
  const units = new Uint16Array(65_536);
  const standard = new Set<number>();
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      const unit = text.length === 1 ? text.charCodeAt(0) : 0;
      if (unit < 0xa0 || unit === REPLACEMENT) continue;
      units[lead * 256 + trail] = unit;
      standard.add(unit);
    }
  }
  for (const [place, unit] of LATER_SIGNS) units[place] = unit;
  const places = addedPlaces();
  for (let unit = FIRST_SYLLABLE; unit <= LAST_SYLLABLE; unit++) {
    if (standard.has(unit)) continue;
    const place = places.next();
    if (place.done === true) break;
    units[place.value] = unit;
  }
  return units;
}

/** The places that EUC-KR does not use, in order: whole rows first, then the places before its trail bytes. */
function* addedPlaces(): Generator<number> {
  for (let lead = 0x81; lead <= LAST_LEAD; lead++) {
    const lastTrail = lead < 0xa1 ? 0xfe : 0xa0;
    for (let trail = 0x41; trail <= lastTrail; trail++) {
      const isFree = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81;
      if (isFree) yield lead * 256 + trail;
    }
  }
}

/**
 * Decodes a document of the registry: UTF-8 if the bytes are valid, else code page 949, the extended EUC-KR, whatever
 * is declared: documents of the years of change declare the one and are in the other.
 */
export function decodeDart(bytes: Buffer): DecodedDocument {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
  return decodeAs(isUtf8(bytes) ? 'utf-8' : 'cp949', bytes);
}

function decodeAs(encoding: DecodedDocument['encoding'], bytes: Buffer): DecodedDocument {
  const text = encoding === 'cp949' ? decodeCodePage949(bytes) : new TextDecoder(encoding).decode(bytes);
  return { text, encoding, lostCount: encoding === 'utf-8' ? 0 : text.split('\ufffd').length - 1 };
}
