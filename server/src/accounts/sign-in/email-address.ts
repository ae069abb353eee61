const LONGEST = 254;
/** ASCII without what quotes, lists or header lines are made of; whether a mailbox exists only mail can tell. */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** An email address as accounts are known by: trimmed, in lower case; null where it is none. */
export function toEmailAddress(given: string): string | null {
  const address = given.trim().toLowerCase();
  return address.length <= LONGEST && ADDRESS.test(address) && !address.includes('..') ? address : null;
}
