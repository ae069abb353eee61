import type { DemoIssuer } from './issuers.ts';
import { bullets, paragraph, subHeading } from './layout.ts';
import { readProse } from './read-prose.ts';

const INTRODUCTION =
  'The following are the risks that we consider most important. Others that we do not know of, or do not think important today, may also harm our business, its results and the price of our shares. The list below is a summary; the pages after it explain each point.';

/** Item 1A of an annual report: `risks.md` and the issuer's own risks, without those that later reports add. */
export function riskText(issuer: DemoIssuer): string {
  const { laterRisks } = issuer.year;
  const ownRisks = issuer.story.risks.flatMap(({ title, texts }) => [`${RISK}${title}`, ...texts]);
  const debt = (issuer.money.debt / 1000).toFixed(0);
  let isLater = false;
  const blocks = readProse('risks.md', { ...issuer, ownRisks, debt }).filter(block => {
    if (block.startsWith('#')) isLater = laterRisks.some(title => block === `${RISK}${title}`);
    return !isLater;
  });
  const titles = blocks.filter(block => block.startsWith(RISK)).map(block => block.slice(RISK.length));
  return [paragraph(INTRODUCTION), bullets(titles), ...blocks.map(renderBlock)].join('\n');
}

const GROUP = '## ';
const RISK = '### ';

function renderBlock(block: string): string {
  if (block.startsWith(RISK)) return boldItalic(block.slice(RISK.length));
  return block.startsWith(GROUP) ? subHeading(block.slice(GROUP.length)) : paragraph(block);
}

function boldItalic(text: string): string {
  return `<div style="font:10pt Times New Roman;margin:6pt 0"><b><i>${text}</i></b></div>`;
}
