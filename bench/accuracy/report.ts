import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import type { KpiPeriod } from '../../server/src/domain/figures/financials/model/financials.ts';
import { normaliseFilingKpis, RULES_VERSION } from '../../server/src/domain/figures/financials/rules/financials.ts';
import { BreachTally } from './breaches.ts';
import { type Company, FinancialsCache, inputOf, loadCompanies } from './companies.ts';
import { CoverageTally } from './coverage.ts';
import { compareEvents, hasEvents, renderEvents } from './events.ts';
import { compareFirstReported } from './first-reported.ts';
import { compareHoldings, hasHoldings } from './holdings.ts';
import { compareIdentity, hasIdentity } from './identity.ts';
import { compareInlineFacts } from './inline-facts.ts';
import { compareIntl, hasIntl } from './intl.ts';
import { renderHalves } from './labels/halves.ts';
import { SUBJECTS } from './labels/labels.ts';
import { type LabelledSet, measureLabels, publicSet, sharedSet } from './labels/measure.ts';
import { measureCompanies, renderCompanyMeasure } from './labels/measure-companies.ts';
import { measureSections, renderSectionMeasure } from './labels/measure-sections.ts';
import { measureTables, renderTableMeasure } from './labels/measure-tables.ts';
import { askAbout, passagesOfLabels } from './labels/model-answers.ts';
import { renderLabels } from './labels/render.ts';
import { compareMacro, hasMacro } from './macro.ts';
import { compareOwnership, hasOwnership } from './ownership.ts';
import { comparePeople, hasPeople } from './people.ts';
import { comparePrices, hasPrices } from './prices.ts';
import { compareRedFlags, hasRedFlags, renderRedFlags } from './red-flags.ts';
import { compareRegistryTables } from './registry-tables.ts';
import { renderComparisons, renderReport } from './render.ts';
import { compareRoles, hasRoles, renderRoles } from './roles.ts';
import { compareSections, renderSections } from './sections.ts';
import { compareSupplyChain, hasSupplyChain, renderSupplyChain } from './supply-chain.ts';
import { compareDataSet, compareFinancials, comparePeriods, compareRestated } from './truths.ts';

const root = new URL('../../', import.meta.url).pathname;

const intl = join(root, '../shared/data/intl');
const market = join(root, '../shared/data/market');

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '../shared/data/us') },
    write: { type: 'boolean', default: false },
    /** Compares prose with the labels of the half `dev` only; with `--locked`, of the half `locked`. */
    labels: { type: 'boolean', default: false },
    locked: { type: 'boolean', default: false },
    subject: { type: 'string' },
    /** With `--labels`: folder of the filings that labels/public/filings.tsv lists; their labels are used. */
    public: { type: 'string' },
    /** `model`: measures events and red flags against the labels, with and without the model of ASFILED_MODEL_URL. */
    reader: { type: 'string' },
    /** Compares the tables of single registries only, halved by company like the labels. */
    registries: { type: 'boolean', default: false },
    /** Folder that keeps the store of the subject `company` for later runs. */
    store: { type: 'string' },
  },
});

/** Subjects that a model may propose. */
const PROPOSED = ['event', 'red_flag'] as const;
const ANSWERS = join(root, 'node_modules/.cache/second-reader.jsonl');

if (!existsSync(options.data)) {
  console.error(`${options.data}: no such folder; name one laid out like it with --data DIR`);
  process.exitCode = 2;
} else if (options.registries) {
  console.log(renderComparisons(await compareRegistryTables(intl, options.locked ? ['locked'] : ['dev'])).join('\n'));
} else if (options.reader !== undefined) {
  await reportModel(options.reader, sharedSet(options.data), options.locked ? 'locked' : 'dev');
} else if (options.labels && options.subject === 'section') {
  console.log(renderSectionMeasure(measureSections(options.data, options.locked ? 'locked' : 'dev')));
} else if (options.labels && options.subject === 'table') {
  console.log(renderTableMeasure(measureTables(options.data, options.locked ? 'locked' : 'dev')));
} else if (options.labels && options.subject === 'company') {
  const half = options.locked ? 'locked' : 'dev';
  console.log(renderCompanyMeasure(await measureCompanies(join(options.data, '..'), half, options.store)));
} else if (options.labels) {
  const only = SUBJECTS.find(value => value === options.subject) ?? null;
  const set = options.public === undefined ? sharedSet(options.data) : publicSet(options.public);
  console.log(renderLabels(measureLabels(set, options.locked ? 'locked' : 'dev', only)));
} else {
  const companies = await loadCompanies(options.data);
  const cache = new FinancialsCache();
  const coverage = new CoverageTally();
  const breaches = new BreachTally();
  for (const company of companies) {
    for (const period of periodsOf(company, cache)) {
      coverage.add(company.source, period);
      breaches.add(company, period);
    }
  }
  const financials = renderReport({
    rulesVersion: RULES_VERSION,
    companies,
    comparisons: [
      compareFinancials(options.data, companies, cache),
      comparePeriods(options.data, companies, cache),
      compareRestated(options.data, companies, cache),
      compareFirstReported(companies, cache),
      compareDataSet(options.data, companies),
      compareInlineFacts(options.data),
      ...(hasOwnership(options.data) ? [compareOwnership(options.data)] : []),
      ...(hasHoldings(options.data) ? [compareHoldings(options.data)] : []),
      ...(hasIntl(intl) ? [await compareIntl(intl)] : []),
      ...(await compareRegistryTables(intl, ['dev', 'locked'])),
      ...(hasIdentity(intl) ? [await compareIdentity(intl, options.data)] : []),
      ...(hasPeople(intl) ? [await comparePeople(intl)] : []),
      ...(hasMacro(market) ? [await compareMacro(market)] : []),
      ...(hasPrices(market) ? [comparePrices(market)] : []),
    ],
    coverage: coverage.groups(),
    breaches,
  });
  const supplyChain = hasSupplyChain(options.data) ? `\n${renderSupplyChain(compareSupplyChain(options.data))}` : '';
  const events = hasEvents(options.data) ? `\n${renderEvents(compareEvents(options.data))}` : '';
  const roles = hasRoles(options.data) ? `\n${renderRoles(compareRoles(options.data))}` : '';
  const redFlags = hasRedFlags(options.data) ? `\n${renderRedFlags(compareRedFlags(options.data))}` : '';
  const text = `${financials}\n${renderHalves(options.data)}\n${renderSections(compareSections(options.data))}${supplyChain}${events}${roles}${redFlags}`;
  console.log(text);
  if (options.write) {
    mkdirSync(join(root, 'docs'), { recursive: true });
    writeFileSync(join(root, 'docs/accuracy.md'), text);
  }
}

/** Years and quarters of a history; for a data set, each filing's own period. */
function periodsOf(company: Company, cache: FinancialsCache): KpiPeriod[] {
  if (company.source === 'companyfacts') {
    return cache.of(company).periods.filter(period => /^(fy|q\d)$/.test(period.fiscalPeriod));
  }
  return company.set.filings
    .map(filing => normaliseFilingKpis(inputOf(company), filing.accession))
    .filter(period => period !== null);
}

/** Compares with the labels without and with a model's proposals. Responses are kept in `node_modules/.cache`. */
async function reportModel(reader: string, set: LabelledSet, half: 'dev' | 'locked'): Promise<void> {
  const { model } = readConfig();
  if (reader !== 'model' || model === null) {
    console.error('Use --reader model, and name the model by ASFILED_MODEL_URL and ASFILED_MODEL_NAME.');
    process.exitCode = 2;
    return;
  }
  const { readings, passages, unreadable } = await askAbout(passagesOfLabels(set, half), model, ANSWERS);
  console.log(
    `Without a model\n\n${PROPOSED.map(subject => renderLabels(measureLabels(set, half, subject))).join('\n')}`,
  );
  console.log(
    `With ${model.name}: ${passages} passages, ${unreadable} answers unreadable\n\n${PROPOSED.map(subject => renderLabels(measureLabels(set, half, subject, readings))).join('\n')}`,
  );
}
