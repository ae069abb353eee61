import { decodeHTML } from 'entities/decode';

const ENTITIES = new Map<string, string>();
const MAX_REMEMBERED = 5_000;
const ENTITY = /&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,31});?/gi;

/** Decodes character references as HTML does; leaves invalid ones unchanged. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, decodeEntity) : text;
}

function decodeEntity(entity: string): string {
  const seen = ENTITIES.get(entity);
  if (seen !== undefined) return seen;
  const decoded = decodeHTML(entity);
  if (ENTITIES.size < MAX_REMEMBERED) ENTITIES.set(entity, decoded);
  return decoded;
}

/** Windows-1252 characters at 0x80 … 0x9F, which arrive as control characters if the declared charset is wrong. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const CONTROLS = /[\u0080-\u009f]/g;
const INVISIBLE = /[\0\u00ad\u200b-\u200d\u2060\ufeff]/g;
const LOOSE_SPACE = /\s{2,}|[^\S ]/g;

/** Collapses white space to single blanks, trims, removes invisible characters and repairs stray windows-1252 bytes. */
export function foldText(text: string): string {
  return foldInside(text).trim();
}

/** Like {@link foldText}, but keeps a blank at either end, for parts that are joined later. */
export function foldInside(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(CONTROLS, control => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80))
    .replace(LOOSE_SPACE, ' ');
}
