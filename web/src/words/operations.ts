/** What an operation is called where somebody reads it: `getCompanyFinancials` as `Company financials`. */
export function operationWord(name: string): string {
  const words = name
    .replace(/^(get|list)(?=[A-Z])/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
