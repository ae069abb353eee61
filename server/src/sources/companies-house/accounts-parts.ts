import type { KnownPart } from '../../formats/html-text/printed-parts.ts';

const CONSOLIDATED = '(?:(?:the |summarised |abridged |audited |unaudited )?(?:group|consolidated) )?';
const OF_ACCOUNTS = '(?:financial statements|accounts)';

function part(key: string, pattern: string, besides: Partial<KnownPart> = {}): KnownPart {
  return { key, pattern: new RegExp(`^(?:${pattern})$`), ...besides };
}

function statement(key: string, pattern: string): KnownPart {
  return part(key, pattern, { isStatement: true });
}

/** Parts of accounts (Companies Act 2006, parts 15 and 16; FRS 102, FRS 105) by the headings that filers print. */
export const ACCOUNTS_PARTS: readonly KnownPart[] = [
  part(
    'company_information',
    "(?:company|officers|corporate|partnership|llp)(?: and professional)?(?: information| details|'s information)|officers and professional advisers",
  ),
  part('strategic_report', '(?:group )?strategic report'),
  part('directors_report', "(?:report of the directors?|(?:the )?directors?'?s? report)(?: and .{0,60})?"),
  part('members_report', "(?:report of the (?:designated )?members|(?:the )?members'? report)(?: .{0,40})?"),
  part('trustees_report', "(?:report of the trustees|(?:the )?trustees'? (?:annual )?report)(?: .{0,40})?"),
  part(
    'directors_responsibilities',
    "(?:statement of )?(?:directors?'?s?|members'?|trustees'?) responsibilities(?: statement)?(?: .{0,60})?|statement of responsibilities of the (?:directors|members|trustees).{0,40}",
  ),
  part(
    'auditor_report',
    "(?:report of the )?independent auditors?'?s?(?: report)?(?: to the (?:members|shareholders|trustees|directors)(?: of.{0,80})?)?",
  ),
  part(
    'accountant_report',
    "(?:chartered )?(?:certified )?accountants?'?s? report(?: to the .{0,80})?|independent examiner'?s? report(?: to the .{0,80})?",
  ),
  statement(
    'income_statement',
    `${CONSOLIDATED}(?:profit (?:and|&) loss account|income statement|statement of (?:income|profit (?:or|and) loss)|statement of income and retained earnings|income and expenditure account)(?: and other comprehensive income)?`,
  ),
  statement(
    'comprehensive_income',
    `${CONSOLIDATED}(?:statement of (?:total |other )?comprehensive income|other comprehensive income|statement of total recognised gains and losses|statement of financial activities)`,
  ),
  statement('balance_sheet', `${CONSOLIDATED}(?:balance sheet|statement of financial position)(?: as at .{0,40})?`),
  statement('company_balance_sheet', '(?:parent )?company (?:balance sheet|statement of financial position)'),
  statement(
    'changes_in_equity',
    `${CONSOLIDATED}(?:statement of changes in (?:equity|reserves|members' interests)|reconciliation of members' interests)`,
  ),
  statement('company_changes_in_equity', '(?:parent )?company statement of changes in equity'),
  statement('cash_flows', `${CONSOLIDATED}(?:statement of cash ?flows?|cash ?flow statement)`),
  part('cash_flow_notes', `${CONSOLIDATED}notes to the (?:statement of cash ?flows?|cash ?flow statement)`),
  part(
    'notes',
    `${CONSOLIDATED}notes(?: to| on| forming part of) the (?:group |consolidated |abridged |filleted |unaudited |micro-entity )*${OF_ACCOUNTS}`,
  ),
  part(
    'detailed_income_statement',
    'detailed (?:trading and )?(?:profit (?:and|&) loss account|income statement)(?: .{0,60})?|(?:trading and )?profit and loss account schedules|schedule of administrative expenses',
    { mayFollowNotes: true, isStatement: true },
  ),
];
