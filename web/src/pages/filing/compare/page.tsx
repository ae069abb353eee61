import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { formatCredits } from '../../../api/prices.ts';
import { useApi } from '../../../api/use-api.ts';
import { Failure, Loaded, SignInBlock } from '../../../components/data/loaded.tsx';
import { Name } from '../../../components/data/name.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { Skeleton, StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { formatCount } from '../../../format/numbers.ts';
import { makeFocusable, useKeys } from '../../../keyboard/keys.ts';
import { useIsSignedIn } from '../../../session/use-session.ts';
import head from '../head.module.css';
import { Head } from '../head.tsx';
import { LoadedFiling } from '../loaded-filing.tsx';
import reader from '../page.module.css';
import { type FilingHead, leastParts, longTitle, PART_CREDITS, type Section } from '../sections.ts';
import type { SectionDiff } from './diff.ts';
import { DiffView } from './diff-view.tsx';
import { useEarlierFiling } from './earlier-filing.ts';
import css from './page.module.css';
import { SectionChoice } from './section-choice.tsx';
import { useSectionDiff } from './use-section-diff.ts';

const route = getRouteApi('/f/$filingId/$sectionKey/compare');

/** Credits spent without confirmation. */
const SPENT_UNASKED = 20;

/** A section compared with the same section of an earlier filing. */
export default function ComparePage() {
  const { filingId } = route.useParams();
  const query = useApi('listFilingSections', { filing_id: filingId });
  return (
    <LoadedFiling filingId={filingId} query={query}>
      {filing => <WithEarlier filing={filing} />}
    </LoadedFiling>
  );
}

function WithEarlier({ filing }: { filing: FilingHead }) {
  const { with: given } = route.useSearch();
  const earlier = useEarlierFiling(filing, given === undefined);
  const earlierId = given ?? earlier.data?.filing_id;
  const head = useApi('listFilingSections', { filing_id: earlierId ?? '' }, { enabled: earlierId !== undefined });
  const { sectionKey } = route.useParams();
  const section = filing.sections.find(entry => entry.section_key === sectionKey);
  usePageTitle(filing.company_name, section && `${section.title}, compared`);
  if (earlierId === undefined) {
    return (
      <>
        {earlier.data === undefined && <h1 className="visually-hidden">{filing.filing_id}</h1>}
        <Loaded query={earlier} subject={`the filings of ${filing.company_name}`}>
          {() => <NothingEarlier filing={filing} />}
        </Loaded>
      </>
    );
  }
  return (
    <LoadedFiling filingId={filing.filing_id} query={head} subject="the earlier filing">
      {other => <Comparison later={filing} earlier={other} section={section} />}
    </LoadedFiling>
  );
}

function NothingEarlier({ filing }: { filing: FilingHead }) {
  const { sectionKey } = route.useParams();
  return (
    <div className={reader.reader}>
      <Head filing={filing} />
      <StateBlock
        title={`No ${filing.form_type} of the previous year.`}
        actions={
          <Link
            className="button primary"
            to="/f/$filingId/$sectionKey"
            params={{ filingId: filing.filing_id, sectionKey }}
          >
            Back to the section
          </Link>
        }
      >
        To compare with any other filing, add its id to the URL after <code>?with=</code>.
      </StateBlock>
    </div>
  );
}

interface ComparisonProps {
  later: FilingHead;
  earlier: FilingHead;
  section: Section | undefined;
}

function Comparison({ later, earlier, section }: ComparisonProps) {
  const { view, only } = route.useSearch();
  const navigate = useNavigate({ from: '/f/$filingId/$sectionKey/compare' });
  const isSignedIn = useIsSignedIn();
  const { sectionKey } = route.useParams();
  const other = earlier.sections.find(entry => entry.section_key === sectionKey);
  const isThere = section !== undefined && other !== undefined && section.chars > 0 && other.chars > 0;
  const cost = isThere ? PART_CREDITS * (leastParts(section) + leastParts(other)) : 0;
  const [agreed, setAgreed] = useState('');
  const isAgreed = cost <= SPENT_UNASKED || agreed === sectionKey;
  const diff = useSectionDiff(
    { later: later.filing_id, earlier: earlier.filing_id, sectionKey },
    isThere && isAgreed && isSignedIn,
  );
  const change = (part: { view?: 'one' | undefined; only?: '1' | undefined }) =>
    navigate({ search: before => ({ ...before, ...part }), replace: true, resetScroll: false });
  return (
    <div className={reader.reader}>
      <div className={head.head}>
        <Link
          className="icon-button"
          to="/f/$filingId/$sectionKey"
          params={{ filingId: later.filing_id, sectionKey }}
          aria-label="Back to the filing"
        >
          <Icon name="left" />
        </Link>
        <h1>
          <Name text={later.company_name} marketId={later.market_id} /> <span className="quiet">·</span>{' '}
          {section?.title ?? sectionKey}, compared
        </h1>
        <span className="grow" />
        <Segments
          label="Layout"
          value={view ?? 'two'}
          options={[
            { value: 'two', label: 'Side by side' },
            { value: 'one', label: 'One column' },
          ]}
          onChange={value => change({ view: value === 'one' ? 'one' : undefined })}
        />
        <button
          type="button"
          className="button"
          aria-pressed={only === '1'}
          onClick={() => change({ only: only === '1' ? undefined : '1' })}
        >
          {only === '1' && <Icon name="check" />}
          Changes only
        </button>
      </div>
      <div className={css.columns}>
        <nav className={css.choice} aria-label="Sections">
          <SectionChoice later={later} earlier={earlier} chosen={sectionKey} changes={diff.data?.changes} />
        </nav>
        <section className={css.document} aria-label="Comparison" ref={makeFocusable}>
          {!isThere ? (
            <StateBlock title="Nothing to compare.">
              {other === undefined
                ? `The filing of ${formatDay(earlier.filed_at)} has no section ${sectionKey}.`
                : 'One of the two sections has no text.'}
            </StateBlock>
          ) : !isSignedIn ? (
            <SignInBlock subject="the comparison" />
          ) : !isAgreed ? (
            <StateBlock
              title={`Comparing these long sections costs at least ${formatCredits(cost)}. Continue?`}
              actions={
                <button type="button" className="button primary" onClick={() => setAgreed(sectionKey)}>
                  Compare
                </button>
              }
            >
              Parts that you have already loaded are free.
            </StateBlock>
          ) : diff.error ? (
            <Failure error={diff.error} subject="the two sections" retry={diff.refetch} />
          ) : diff.data === undefined ? (
            <Skeleton lines={8} />
          ) : (
            <Changes
              key={`${sectionKey} ${view} ${only}`}
              diff={diff.data}
              later={later}
              earlier={earlier}
              title={longTitle(section)}
            />
          )}
        </section>
      </div>
    </div>
  );
}

interface ChangesProps {
  diff: SectionDiff;
  later: FilingHead;
  earlier: FilingHead;
  title: string;
}

function Changes({ diff, later, earlier, title }: ChangesProps) {
  const { view, only } = route.useSearch();
  const root = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const step = (by: 1 | -1) => {
    if (diff.changes === 0) return;
    const next = Math.min(diff.changes - 1, Math.max(0, at + by));
    for (const mark of root.current?.querySelectorAll('[data-here]') ?? []) mark.removeAttribute('data-here');
    const marks = [...(root.current?.querySelectorAll(`[data-change="${next}"]`) ?? [])];
    for (const mark of marks) mark.setAttribute('data-here', '');
    marks[0]?.scrollIntoView({ block: 'center' });
    setAt(next);
  };
  useKeys({ n: () => step(1), p: () => step(-1) });
  const places = useMemo(() => shares(diff), [diff]);
  return (
    <>
      <div className={css.summary}>
        <h2>{diff.changes === 1 ? '1 change' : `${formatCount(diff.changes)} changes`}</h2>
        <span className="tag good">+ {formatCount(diff.wordsAdded)} words</span>
        <span className="tag bad">− {formatCount(diff.wordsRemoved)} words</span>
        <svg
          className={css.overview}
          viewBox="0 0 1000 6"
          preserveAspectRatio="none"
          role="img"
          aria-label="Positions of the changes in the section"
        >
          {places.map(({ from, to, isAdded }) => (
            <rect
              key={from}
              x={from}
              y={0}
              width={Math.max(4, to - from)}
              height={6}
              className={isAdded ? css.added : css.removed}
            />
          ))}
        </svg>
        <span className="grow" />
        {at >= 0 && (
          <span className="quiet nowrap" role="status">
            Change {at + 1} of {formatCount(diff.changes)}
          </span>
        )}
        <button type="button" className="button small" aria-label="Previous change" onClick={() => step(-1)}>
          <Icon name="left" /> <kbd>P</kbd>
        </button>
        <button type="button" className="button small" aria-label="Next change" onClick={() => step(1)}>
          <Icon name="right" /> <kbd>N</kbd>
        </button>
      </div>
      {diff.changes === 0 ? (
        <StateBlock title={`${title} is unchanged.`}>All paragraphs are the same.</StateBlock>
      ) : (
        <DiffView
          rows={diff.rows}
          isOneColumn={view === 'one'}
          isOnlyChanged={only === '1'}
          laterTitle={<FilingTitle filing={later} />}
          earlierTitle={<FilingTitle filing={earlier} />}
          root={root}
        />
      )}
    </>
  );
}

function FilingTitle({ filing }: { filing: FilingHead }) {
  return (
    <>
      <b>
        {filing.form_type}
        {filing.period_end && ` to ${formatDay(filing.period_end)}`}
      </b>{' '}
      <span className="quiet">filed {formatDay(filing.filed_at)}</span>
    </>
  );
}

/** Positions of changed rows, in thousandths of the section's length. */
function shares({ rows }: SectionDiff): { from: number; to: number; isAdded: boolean }[] {
  const lengths = rows.map(({ later, earlier }) =>
    (later ?? earlier ?? []).reduce((sum, { text }) => sum + text.length, 0),
  );
  const total = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  let at = 0;
  return rows.flatMap(({ isChanged, later }, index) => {
    const from = (1000 * at) / total;
    at += lengths[index] ?? 0;
    return isChanged ? [{ from, to: (1000 * at) / total, isAdded: later !== null }] : [];
  });
}
