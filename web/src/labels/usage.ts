/** `free` as `Free`. */
export function planLabel(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

/** `getCompanyFinancials` as `Company financials`. */
export function operationLabel(name: string): string {
  const words = name
    .replace(/^(get|list)(?=[A-Z])/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
