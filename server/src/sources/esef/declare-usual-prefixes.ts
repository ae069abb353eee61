/** Prefixes that stand for one taxonomy wherever they are used. */
const USUAL: Readonly<Record<string, string>> = {
  'ifrs-full': 'https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
  iso4217: 'http://www.xbrl.org/2003/iso4217',
};

/** The root's start tag stands near the beginning. */
const LOOKED_AT_CHARS = 1 << 16;

/**
 * An inline document in which prefixes that everybody knows are declared, where it uses them and declares them nowhere:
 * `added` are those prefixes, `addedChars` by how much what follows the root's name moved.
 */
export function declareUsualPrefixes(source: string): { source: string; added: string[]; addedChars: number } {
  const root = /<(?:[A-Za-z][\w.-]*:)?html(?=[\s>])/.exec(source.slice(0, LOOKED_AT_CHARS));
  const added = Object.keys(USUAL).filter(prefix => isUsed(source, prefix) && !source.includes(`xmlns:${prefix}=`));
  if (root === null || added.length === 0) return { source, added: [], addedChars: 0 };
  const declared = added.map(prefix => ` xmlns:${prefix}="${USUAL[prefix]}"`).join('');
  const at = root.index + root[0].length;
  return { source: source.slice(0, at) + declared + source.slice(at), added, addedChars: declared.length };
}

function isUsed(source: string, prefix: string): boolean {
  return ['"', "'", '>'].some(before => source.includes(`${before}${prefix}:`));
}
