const MAX_LENGTH = 254;
/** ASCII without the characters of quoting, lists and header lines. Whether the mailbox exists only a mail can show. */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Normalizes an email address (trimmed, lower case); null if it is invalid. */
export function toEmailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  return address.length <= MAX_LENGTH && ADDRESS.test(address) && !address.includes('..') ? address : null;
}
