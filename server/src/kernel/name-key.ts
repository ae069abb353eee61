/** Words that say which kind of body a company is, not which company; dropped from the end of a name. */
const LEGAL_FORMS = new Set(
  (
    'inc incorporated corp corporation co company companies ltd limited plc llc llp lp lllp sa se ag nv bv ab asa as oyj ' +
    'spa sarl sas gmbh kgaa kg kk ltda sab cv pt tbk bhd pty pte the'
  ).split(' '),
);

/** Letters that Unicode does not take apart into a base and an accent. */
const LETTERS_NOT_DECOMPOSED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

/**
 * A name folded for search, the same for what is stored and what is asked: lower case, accents and full-width forms
 * folded (kana keep their marks), `&` read as "and", punctuation dropped, legal forms at the end and a leading "the" dropped. Empty where the
 * name has no letter or digit.
 */
export function nameKey(name: string): string {
  const words = foldedWords(name);
  const start = words[0] === 'the' && words.length > 1 ? 1 : 0;
  let end = words.length;
  while (end - start > 1 && (LEGAL_FORMS.has(words[end - 1] ?? '') || words[end - 1] === 'and')) end--;
  return words.slice(start, end).join(' ');
}

function foldedWords(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[ßæœøđłþðı]/g, letter => LETTERS_NOT_DECOMPOSED[letter] ?? letter)
      // SEC EDGAR appends the state of incorporation: "BANK OF AMERICA CORP /DE/".
      .replace(/[/\\]\s?[a-z]{2,3}[/\\]?\s*$/, ' ')
      .replace(/['’`´.]/g, '')
      .replace(/&/g, ' and ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== '')
  );
}
