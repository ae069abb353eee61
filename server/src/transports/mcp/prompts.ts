import { z } from 'zod';

/** A research task that clients offer to users as a command. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  /** The message for the agent. */
  text(args: Readonly<Record<string, string>>): string;
}

const COMPANY = {
  name: 'company',
  description: 'Name, ticker or identifier.',
  required: true,
};

/** Typical research tasks with these tools. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'company_brief',
    title: 'Brief on a company',
    description: 'Five years of results, what changed, and what the latest reports say.',
    arguments: [COMPANY],
    text: ({ company }) =>
      `Write a brief on ${company}. Find it with search_ticker. Get five fiscal years with get_company_financials (revenue, operating_income, net_income, operating_cash_flow, free_cash_flow, equity) and the trailing twelve months with fiscal_period=ttm. Point out restated values, where first_reported differs. Read the discussion of results in its latest annual report (list_filings, list_filing_sections, get_filing_section). Cite each figure with its filing_id, say what is not reported, and do not guess.`,
  },
  {
    name: 'compare_companies',
    title: 'Compare companies',
    description: 'The same figures for several companies, side by side.',
    arguments: [
      { name: 'companies', description: 'Names or tickers, separated by commas.', required: true },
      { name: 'line_items', description: 'Canonical codes; get_kpi_taxonomy lists them.', required: false },
    ],
    text: ({ companies, line_items: lineItems }) =>
      `Compare ${companies} over their last five fiscal years. Find each with search_ticker, then call get_company_financials for ${lineItems ?? 'revenue, gross_margin, operating_margin, net_income, free_cash_flow'}. Show one table per figure, in each company's reporting currency, and point out fiscal years with different end dates and figures that are not reported. Cite filing_ids.`,
  },
  {
    name: 'what_changed',
    title: 'What changed in the filing',
    description: 'A section of the latest annual report compared with the previous year.',
    arguments: [
      COMPANY,
      { name: 'section', description: 'A section_key such as item_1a; defaults to risk factors.', required: false },
    ],
    text: ({ company, section }) =>
      `What changed in section ${section ?? 'item_1a'} of ${company} between the two latest annual reports? Find both reports with list_filings, read the section of each with get_filing_section (content_format=text, all parts), and list what was added, removed and reworded, each with a short quotation and its filing_id.`,
  },
  {
    name: 'find_in_filings',
    title: 'Find a topic in filings',
    description: 'Which companies write about a topic, and how.',
    arguments: [{ name: 'topic', description: 'Words, or a "phrase" in quotes.', required: true }],
    text: ({ topic }) =>
      `Search filings for ${topic} with search_filings. Group the results by company, newest first, quote the relevant sentence of each section (get_filing_section), and cite the filing_id and section_key of each quotation.`,
  },
];

const MAX_ARGUMENT_LENGTH = 500;
const argument = z.string().trim().min(1).max(MAX_ARGUMENT_LENGTH);

/** Validates the arguments of a prompt; throws an Error that names a missing or oversized argument. */
export function readArguments(prompt: Prompt, args: Readonly<Record<string, unknown>>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const { name, required } of prompt.arguments) {
    if (args[name] === undefined && !required) continue;
    const value = argument.safeParse(args[name]);
    if (!value.success) throw new Error(`${name} must have 1 to ${MAX_ARGUMENT_LENGTH} characters.`);
    read[name] = value.data;
  }
  return read;
}
