import { z } from 'zod';

/** A way of working that a person can start with a few words: shown by clients as a command. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  /** The request that the agent gets. */
  text(given: Readonly<Record<string, string>>): string;
}

const COMPANY = {
  name: 'company',
  description: 'A name, ticker or identifier.',
  required: true,
};

/** Typical research, as it is done with these tools. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'company_brief',
    title: 'Brief on a company',
    description: 'Results of five years, what changed, and what the newest reports say.',
    arguments: [COMPANY],
    text: ({ company }) =>
      `Write a brief on ${company}. Find it with search_ticker. Take five fiscal years with get_company_financials (revenue, operating_income, net_income, operating_cash_flow, free_cash_flow, equity) and the last quarters with fiscal_period=ttm. Name restated values where first_reported differs. Read the discussion of results in its newest annual report (list_filings, list_filing_sections, get_filing_section). Cite each figure with its filing_id, say what is not reported, and guess nothing.`,
  },
  {
    name: 'compare_companies',
    title: 'Compare companies',
    description: 'The same figures of several companies side by side.',
    arguments: [
      { name: 'companies', description: 'Names or tickers, separated by commas.', required: true },
      { name: 'line_items', description: 'Canonical codes; get_kpi_taxonomy lists them.', required: false },
    ],
    text: ({ companies, line_items: lineItems }) =>
      `Compare ${companies} over their last five fiscal years. Find each with search_ticker, then ask get_company_financials for ${lineItems ?? 'revenue, gross_margin, operating_margin, net_income, free_cash_flow'}. Show one table a figure, in the currency that each reports in, and say where fiscal years end on other dates or a figure is not reported. Cite filing_ids.`,
  },
  {
    name: 'what_changed',
    title: 'What changed in the filing',
    description: 'A section of the newest annual report against the year before.',
    arguments: [
      COMPANY,
      { name: 'section', description: 'A section_key such as item_1a; risk factors otherwise.', required: false },
    ],
    text: ({ company, section }) =>
      `What changed in section ${section ?? 'item_1a'} of ${company} from one annual report to the next? Find the two newest annual reports with list_filings, read the section of both with get_filing_section (content_format=text, every part), and list what was added, dropped and reworded, each with a short quotation and its filing_id.`,
  },
  {
    name: 'find_in_filings',
    title: 'Find a topic in filings',
    description: 'Who writes about something, and in which words.',
    arguments: [{ name: 'topic', description: 'Words, or a "phrase" in quotes.', required: true }],
    text: ({ topic }) =>
      `Search filings for ${topic} with search_filings. Group what is found by company, newest first, quote the sentence that matters from each section (get_filing_section), and give the filing_id and section_key of each quotation.`,
  },
];

const LONGEST_ARGUMENT = 500;
const argument = z.string().trim().min(1).max(LONGEST_ARGUMENT);

/** What a prompt's arguments say, checked; throws an Error that names the argument that is missing or too long. */
export function readArguments(prompt: Prompt, given: Readonly<Record<string, unknown>>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const { name, required } of prompt.arguments) {
    if (given[name] === undefined && !required) continue;
    const value = argument.safeParse(given[name]);
    if (!value.success) throw new Error(`${name}: give 1 to ${LONGEST_ARGUMENT} characters.`);
    read[name] = value.data;
  }
  return read;
}
