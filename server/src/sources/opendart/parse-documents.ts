import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Parsed, ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { type Evidence, gatherEvidence, type ReadDocument, readDocument } from './evidence.ts';
import { openFiling } from './open-filing.ts';
import { parseCorpCodes, parseCorpCodesXml } from './parse-corp-codes.ts';
import { parseList } from './parse-list.ts';
import { parseAccountAnswers, parseCompany, parseTables } from './parse-reports.ts';
import { sourceNameOf } from './source-names.ts';

/** Everything that some documents of the registry say, by company and source. Documents of one source belong together. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const parsed = { records: [] as IssuerRecords[], standings: [] as FilingStanding[], anomalies: [] as Anomaly[] };
  const answers = documents.flatMap(one => readDocument(one) ?? []);
  const evidence = gatherEvidence(answers);
  const groups = Map.groupBy(documents, one => sourceNameOf(one.url));
  // Filings last: what a list beside them says of one, its own documents need not tell.
  const names = [...groups.keys()].sort((a, b) => Number(isFiling(a)) - Number(isFiling(b)));
  for (const name of names) {
    const some = groups.get(name) ?? [];
    if (name === null) continue;
    const own = answers.filter(one => sourceNameOf(one.url) === name);
    const part: ParsedDocuments = isFiling(name)
      ? openFiling(
          name.slice(FILING_SOURCE.length),
          some,
          parsed.records.flatMap(one => one.filings),
        )
      : parseSource(name, some, own, evidence);
    parsed.records.push(...part.records);
    parsed.standings.push(...(part.standings ?? []));
    parsed.anomalies.push(...part.anomalies);
  }
  return parsed;
}

function parseSource(
  name: string,
  documents: readonly SourceDocument[],
  answers: readonly ReadDocument[],
  evidence: Evidence,
): ParsedDocuments {
  if (name === 'corp-codes') return parseCodes(name, documents);
  if (name.startsWith('list/')) return parseList(name, documents);
  const anomaliesOf = () => answers.flatMap(one => one.log.list());
  if (/^(?:main-)?accounts\//.test(name)) {
    return { records: parseAccountAnswers(name, answers, evidence), anomalies: anomaliesOf() };
  }
  if (name !== 'company') return { records: parseTables(name, answers), anomalies: anomaliesOf() };
  return { records: answers.flatMap(one => parseCompany(name, one)), anomalies: anomaliesOf() };
}

function isFiling(name: string | null): boolean {
  return name?.startsWith(FILING_SOURCE) === true;
}

/**
 * Of the code list, which names every body that ever filed, those with a stock code: the others are known when their own
 * documents come.
 */
function parseCodes(name: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('opendart', url);
    const isShare = url.startsWith('corp-codes/');
    const { issuers, damage } = isShare ? parseCorpCodesXml(bytes, log) : parseCorpCodes(bytes, log);
    for (const issuer of issuers) {
      if (issuer.listings.length === 0) continue;
      const { canonicalKey } = issuer;
      parsed.records.push({ canonicalKey, source: name, issuer, filings: [], facts: [], contents: null, damage });
    }
    parsed.anomalies.push(...log.list());
  }
  return parsed;
}
