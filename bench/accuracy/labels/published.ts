import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { withProposedEvents } from '../../../server/src/domain/disclosures/events/rules/proposed-events.ts';
import { readEvents } from '../../../server/src/domain/disclosures/events/rules/read-events.ts';
import { withProposedFlags } from '../../../server/src/domain/disclosures/red-flags/rules/proposed-flags.ts';
import { readRedFlags } from '../../../server/src/domain/disclosures/red-flags/rules/read-red-flags.ts';
import { readSupplyChain } from '../../../server/src/domain/disclosures/supply-chain/rules/read-supply-chain.ts';
import { readGuidance } from '../../../server/src/domain/figures/guidance/rules/read-guidance.ts';
import type { FilingContents } from '../../../server/src/domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../server/src/domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../../server/src/domain/filings/issuers/model/issuer.ts';
import type { ModelReading } from '../../../server/src/domain/filings/proposals/model.ts';
import { readProposals } from '../../../server/src/domain/filings/proposals/rules/passages.ts';
import { placeImport } from '../../../server/src/sources/sec-edgar/filings/filings.ts';
import { openFiling } from '../../../server/src/sources/sec-edgar/filings/open-filing.ts';
import type { LabelledDocument, LabelledFiling, SUBJECTS } from './labels.ts';

/** A record that asfiled publishes of a filing, in the vocabulary of the labels. */
export interface Published {
  subject: (typeof SUBJECTS)[number];
  kind: string;
  /** False if the record states that the matter has ended. */
  isOpen: boolean;
  fields: Record<string, string | number>;
  quotes: string[];
}

const ACCESSION = '0000000000-00-000000';

/** What models answered, by the digest of the passage. */
export type Readings = ReadonlyMap<string, ModelReading>;

/** The records of a labelled file, with what passes of a model's answers about it. */
export function readPublished(data: string, labelled: LabelledFiling, readings: Readings): Published[] {
  const opened = openLabelled(data, labelled);
  return opened?.contents == null ? [] : publishedOf(opened, opened.contents, readings);
}

/** Reads a labelled file as the pipeline reads an imported document whose form and filing date are listed. */
export function openLabelled(data: string, labelled: LabelledDocument): IssuerRecords | undefined {
  const stored = readFileSync(join(data, labelled.file));
  const bytes = labelled.file.endsWith('.gz') ? gunzipSync(stored) : stored;
  const row = { path: labelled.file, form: labelled.form, cik: labelled.cik, accession: ACCESSION, period: '' };
  const files = placeImport([{ row: { ...row, filed: labelled.filed ?? '' }, bytes }]);
  const listed = labelled.filed?.length === 10 ? [toListed(labelled, labelled.filed)] : [];
  return openFiling(
    files.map(file => ({ ...file, sha256: '' })),
    listed,
  ).records[0];
}

function toListed({ form }: LabelledDocument, filingDate: string): Filing {
  return {
    registry: 'sec-edgar',
    nativeId: ACCESSION,
    formType: form,
    category: 'other',
    categoryGroup: 'other',
    filingDate,
    acceptedAt: null,
    knownAt: `${filingDate}T22:00:00Z`,
    periodEnd: null,
    title: null,
    language: 'en',
    itemCodes: [],
    isAmendment: form.endsWith('/A'),
    primaryDocument: null,
    url: '',
    hasXbrl: false,
  };
}

export function publishedOf(
  { people = [] }: Pick<IssuerRecords, 'people'>,
  contents: FilingContents,
  readings: Readings,
): Published[] {
  const supply = readSupplyChain(contents);
  const proposals = readProposals(contents, { modelReadings: [...readings.values()] });
  const ruled = readRedFlags(contents, supply);
  const flags = withProposedFlags(ruled, contents, proposals);
  const events = withProposedEvents(readEvents(contents, 'sec-edgar', ruled) ?? [], contents, proposals);
  return [
    ...flags
      .filter(flag => flag.judgement === 'event')
      .map(({ ruleId, severity, isOpen, evidence }) =>
        toPublished(
          'red_flag',
          ruleId,
          { severity },
          isOpen,
          evidence.map(flagEvidence => flagEvidence.quote),
        ),
      ),
    ...events
      .filter(event => event.kind !== 'guidance_revision')
      .map(({ kind, variant, eventDate, salience, fields, subject, isResolving, evidence }) => {
        const stated = { variant, date: eventDate, salience, subject, ...(fields as Record<string, unknown>) };
        return toPublished(
          'event',
          kind,
          stated,
          !isResolving,
          evidence.map(eventEvidence => eventEvidence.quote),
        );
      }),
    ...people.map(({ name, relation, roleTitle, sinceDate, untilDate, asOf, quote, shares, ownershipPct: pct }) => {
      const kind = untilDate !== null ? 'left' : sinceDate !== null ? 'appointed' : 'in_office';
      const stated = { name, title: roleTitle, date: untilDate ?? sinceDate ?? asOf, relation, shares, pct };
      // A statement with shares is a row of a table of owners.
      const isOwner = relation === 'major_shareholder' || shares !== null;
      return toPublished('person', isOwner ? 'beneficial_owner' : kind, stated, true, [quote?.text ?? null]);
    }),
    ...(contents.stakeReport?.stakes ?? []).map(({ name, shares, percent: pct }) =>
      toPublished('person', 'beneficial_owner', { name, shares, pct }, true, []),
    ),
    ...supply.statements
      .filter(statement => statement.concentrationType === 'customer' || statement.concentrationType === 'supplier')
      .map(statement => {
        const stated = {
          name: statement.nameAsFiled,
          label: statement.label,
          pct: statement.concentrationPct,
          base: statement.concentrationBase,
          of: statement.concentrationOf,
          group_size: statement.groupSize,
          threshold_pct: statement.thresholdPct,
          period_end: statement.periodEnd,
        };
        return toPublished(
          'supply',
          statement.concentrationType,
          stated,
          true,
          statement.evidence.map(({ quote }) => quote),
        );
      }),
    ...distinctGuidance([
      ...(contents.earningsRelease === null
        ? []
        : readGuidance(contents.earningsRelease.text, { filed: contents.filing?.filingDate ?? null })
      ).map(guidanceOf),
      ...events
        .filter(event => event.kind === 'guidance_revision')
        .map(({ fields, evidence }) => guidanceOf({ ...fields, quote: evidence[0]?.quote ?? '' })),
    ]),
  ];
}

/** Guidance of a release is published as an event as well. */
function distinctGuidance(records: readonly Published[]): Published[] {
  const keyOf = ({ kind, fields }: Published) => [kind, fields.low, fields.high, fields.period].join(' ');
  return [...new Map(records.map(record => [keyOf(record), record])).values()];
}

function guidanceOf(stated: object): Published {
  const { metric, newLow, newHigh, unit, currency, fiscalYear, fiscalPeriod, direction, quote } = stated as Record<
    string,
    string | number | null | undefined
  >;
  const period = [fiscalPeriod, fiscalYear].filter(part => part != null).join(' ');
  const isPercent = unit === 'pure';
  const shown = (value: typeof newLow) =>
    isPercent && value != null ? Number((Number(value) * 100).toPrecision(12)) : value;
  const labelUnit = isPercent ? 'percent' : String(unit ?? '').replace('/shares', '/share');
  const fields = { low: shown(newLow), high: shown(newHigh), unit: labelUnit, currency, period, direction };
  return toPublished('guidance', String(metric ?? ''), fields, true, [String(quote ?? '')]);
}

function toPublished(
  subject: Published['subject'],
  kind: string,
  fields: Record<string, unknown>,
  isOpen: boolean,
  quotes: readonly (string | null)[],
): Published {
  const stated = Object.entries(fields).filter(
    (field): field is [string, string | number] => typeof field[1] === 'string' || typeof field[1] === 'number',
  );
  return {
    ...{ subject, kind, isOpen, fields: Object.fromEntries(stated) },
    quotes: quotes.filter((quote): quote is string => quote !== null && quote !== ''),
  };
}
