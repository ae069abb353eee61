import type { Scope } from '@asfiled/client';

/** What each scope lets a key or an app do, in words that follow “may”; in the order in which they are shown. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'data:read': 'read data',
  'account:read': 'see your account',
  'account:write': 'change your account',
};

export const SCOPES = Object.keys(SCOPE_WORDS) as Scope[];

/** `May read data. May not see your account or change your account.` */
export function scopeSentence(scopes: readonly Scope[]): string {
  const words = (given: boolean) =>
    SCOPES.filter(scope => scopes.includes(scope) === given).map(scope => SCOPE_WORDS[scope]);
  const [may, mayNot] = [words(true), words(false)];
  return [may.length > 0 && `May ${inWords(may, 'and')}.`, mayNot.length > 0 && `May not ${inWords(mayNot, 'or')}.`]
    .filter(Boolean)
    .join(' ');
}

function inWords(parts: readonly string[], last: 'and' | 'or'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}
