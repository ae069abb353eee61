/** Words that initials leave out. */
const LEFT_OUT = new Set('and of the for in on de der des du den di da do la le les el y e und et'.split(' '));
/** Words at the end that people leave out of initials: `M&S` of Marks and Spencer Group. */
const GROUPS = new Set('group holding holdings international'.split(' '));
const LONGEST = 8;

/**
 * Initials by which people call a company: `ibm`, `p&g`, `tsmc` (Taiwan Semiconductor Manufacturing Co), `skt` (SK Telecom).
 * `words` are those of its name without legal forms, `forms` the forms, `capitals` the words that are initials themselves.
 */
export function initialsOf(
  words: readonly string[],
  forms: readonly string[],
  capitals: ReadonlySet<string>,
): string[] {
  const named = words.filter(word => !LEFT_OUT.has(word));
  if (named.length < 2 || words.some(word => !/^[a-z\d]+$/.test(word))) return [];
  const bare = GROUPS.has(named.at(-1) ?? '') ? named.slice(0, -1) : named;
  const found = [joined(named), ...forms.map(form => joined([...named, form])), joined(bare)];
  if (named.some(word => capitals.has(word))) {
    found.push(joined(named, capitals), joined(bare, capitals));
  }
  const withSign = withAnd(words.filter(word => word === 'and' || !LEFT_OUT.has(word)));
  const long = found.filter(initials => initials.length > 2);
  return [...new Set([...long, ...withSign])].filter(initials => initials.length <= LONGEST);
}

function joined(words: readonly string[], whole: ReadonlySet<string> = new Set()): string {
  return words.map(word => (whole.has(word) ? word : word.charAt(0))).join('');
}

/** `p&g`, with the words after it and without a last word for a group. */
function withAnd(words: readonly string[]): string[] {
  if (!words.includes('and')) return [];
  const initials = words.map(word => (word === 'and' ? '&' : word.charAt(0)));
  const bare = GROUPS.has(words.at(-1) ?? '') ? initials.slice(0, -1) : initials;
  return [...new Set([initials.join(''), bare.join('')])].filter(found => /^[a-z\d].*[a-z\d]$/.test(found));
}
