/** Companies in insolvency are on the register still. */
const ON_REGISTER =
  /^(?:active|open|registered|live|liquidation|receiver|administrat|in administration|voluntary|insolvency|winding.up)/i;
const OFF_REGISTER = /^(?:dissolved|converted.?.?.?closed|closed|removed)/i;

/** Whether a company of that status is on the register; null where the status is not known. */
export function statusOf(stated: string | null): 'active' | 'inactive' | null {
  if (stated === null) return null;
  if (OFF_REGISTER.test(stated)) return 'inactive';
  return ON_REGISTER.test(stated) ? 'active' : null;
}
