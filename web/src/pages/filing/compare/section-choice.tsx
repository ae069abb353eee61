import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCredits } from '../../../api/prices.ts';
import { formatCount } from '../../../format/numbers.ts';
import list from '../section-list.module.css';
import { type FilingHead, leastParts, numberOf, PART_CREDITS, type Section } from '../sections.ts';
import css from './page.module.css';
import { type Compared, useCompareAll, useKnownChanges } from './use-section-diff.ts';

interface SectionChoiceProps {
  later: FilingHead;
  earlier: FilingHead;
  chosen: string;
  /** Number of changes in the chosen section, once computed. */
  changes: number | undefined;
}

/** The sections of both filings: changed, unchanged, not compared yet. */
export function SectionChoice({ later, earlier, chosen, changes }: SectionChoiceProps) {
  const knownChanges = useKnownChanges();
  const compareAll = useCompareAll();
  const [progress, setProgress] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const pairs = later.sections.flatMap(section => {
    const other = earlier.sections.find(entry => entry.section_key === section.section_key);
    if (other === undefined || section.chars === 0 || other.chars === 0) return [];
    const compared: Compared = {
      later: later.filing_id,
      earlier: earlier.filing_id,
      sectionKey: section.section_key,
    };
    const count = section.section_key === chosen ? (changes ?? null) : knownChanges(compared);
    return [{ section, compared, count, cost: PART_CREDITS * (leastParts(section) + leastParts(other)) }];
  });
  const changed = pairs
    .filter(({ count }) => count !== null && count > 0)
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  const same = pairs.filter(({ count }) => count === 0);
  const unknown = pairs.filter(({ count }) => count === null);
  const cost = unknown.reduce((sum, entry) => sum + entry.cost, 0);
  const runAll = async () => {
    setFailed(false);
    setProgress(0);
    try {
      await compareAll(
        unknown.map(({ compared }) => compared),
        () => setProgress(done => (done ?? 0) + 1),
      );
    } catch {
      setFailed(true);
    }
    setProgress(null);
  };
  return (
    <>
      <ChoiceList title="Changed" rows={changed} chosen={chosen} />
      <ChoiceList title="Unchanged" rows={same} chosen={chosen} />
      <ChoiceList title="Not compared yet" rows={unknown} chosen={chosen} />
      {unknown.length > 0 && (
        <div className={css.all}>
          <button type="button" className="button small" disabled={progress !== null} onClick={runAll}>
            {progress === null
              ? `Compare all · at least ${formatCredits(cost)}`
              : `${progress} of ${progress + unknown.length} compared`}
          </button>
          {hasFailed && <p role="alert">The remaining sections could not be compared.</p>}
        </div>
      )}
    </>
  );
}

interface ChoiceListProps {
  title: string;
  rows: readonly { section: Section; count: number | null }[];
  chosen: string;
}

function ChoiceList({ title, rows, chosen }: ChoiceListProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h2 className={`eyebrow ${css.group}`}>{title}</h2>
      <ul className={list.list}>
        {rows.map(({ section, count }) => (
          <li key={section.section_key}>
            <Link
              to="/f/$filingId/$sectionKey/compare"
              from="/f/$filingId/$sectionKey/compare"
              params={before => ({ ...before, sectionKey: section.section_key })}
              search={before => before}
              preload={false}
              className={list.section}
              aria-current={section.section_key === chosen ? 'location' : undefined}
            >
              <span className={list.number}>{numberOf(section)}</span>
              <span>{section.title}</span>
              <small>
                {count !== null && count > 0 && formatCount(count)}
                {count !== null && count > 0 && <span className="visually-hidden"> changes</span>}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
