import type { Scope } from '@asfiled/client';

/** What each scope allows, as words that follow “can”; in display order. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  'data:read': 'read data',
  'account:read': 'see your account',
  'account:write': 'change your account',
};

export const SCOPES = Object.keys(SCOPE_LABELS) as Scope[];

/** `Can read data. Cannot see your account or change your account.` */
export function scopeSentence(scopes: readonly Scope[]): string {
  const words = (given: boolean) =>
    SCOPES.filter(scope => scopes.includes(scope) === given).map(scope => SCOPE_LABELS[scope]);
  const [may, mayNot] = [words(true), words(false)];
  return [may.length > 0 && `Can ${inWords(may, 'and')}.`, mayNot.length > 0 && `Cannot ${inWords(mayNot, 'or')}.`]
    .filter(Boolean)
    .join(' ');
}

function inWords(parts: readonly string[], last: 'and' | 'or'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}
