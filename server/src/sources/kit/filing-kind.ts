import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { urlTask } from './discovery.ts';
import type { DocumentKind, ExpectedCounts } from './document-kind.ts';
import type { ParsedDocuments, ResponseFault, SourceDocument, Task } from './source.ts';

/** How a registry publishes the documents of filings. Documents of one filing are read together. */
export interface FilingKindOptions extends Pick<DocumentKind, 'accepts' | 'identify' | 'place' | 'fetch'> {
  /** For the documentation: the address, and what the documents state. */
  shown: string;
  states: string;
  /** The filing of a document, and its issuer; null if the URL names none. Null for URLs of other kinds. */
  read(url: string): { filing: string; issuer: string | null } | null;
  /** Opens one filing. Never throws: damage is an anomaly. */
  open(documents: readonly SourceDocument[]): ParsedDocuments | Promise<ParsedDocuments>;
  validate(bytes: Buffer, url: string, log: AnomalyLog): ResponseFault | null;
  expect?: ExpectedCounts | ((url: string) => ExpectedCounts);
}

/** A kind of filings, with what discovery needs of it. */
export interface FilingKind extends DocumentKind {
  /** A task that requests documents of a filing. */
  task(filing: string, urls: readonly string[], issuer?: string | null): Task;
}

/** The kind of the documents of filings; their source is named after the filing. */
export function filingKind(options: FilingKindOptions): FilingKind {
  const { shown, states, read, open, validate, expect = {}, accepts, identify, place, fetch } = options;
  return {
    shown: { address: shown, source: `${FILING_SOURCE}{number}`, states },
    task: (filing, urls, issuer = null) => urlTask('filing', filing, [...urls], issuer),
    open(url) {
      const found = read(url);
      if (found === null) return null;
      return {
        source: FILING_SOURCE + found.filing,
        issuer: found.issuer,
        task: { kind: 'filing', key: found.filing },
        expect: typeof expect === 'function' ? expect(url) : expect,
        validate: (bytes, log) => validate(bytes, url, log),
        parse: async documents => open(documents),
      };
    },
    ...(accepts === undefined ? {} : { accepts }),
    ...(identify === undefined ? {} : { identify }),
    ...(place === undefined ? {} : { place }),
    ...(fetch === undefined ? {} : { fetch }),
  };
}
