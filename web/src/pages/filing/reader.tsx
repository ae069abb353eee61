import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { creditsOf, formatCredits } from '../../api/prices.ts';
import { Failure, SignInBlock } from '../../components/data/loaded.tsx';
import { announce } from '../../components/ui/announce.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Note, Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { useIsWide } from '../../components/ui/use-width.ts';
import { useKeys } from '../../keyboard/keys.ts';
import { DocumentView } from './document/document-view.tsx';
import { type Fact, useFacts } from './facts.ts';
import { FindBox } from './find/find-box.tsx';
import { useFind } from './find/use-find.ts';
import { Head } from './head.tsx';
import css from './page.module.css';
import { Panel } from './panel/panel.tsx';
import type { ReaderSearch } from './search.ts';
import { SectionList } from './section-list.tsx';
import {
  type FilingHead,
  leastParts,
  longTitle,
  PART_CREDITS,
  partAt,
  type Section,
  sectionAt,
  shareOf,
} from './sections.ts';
import { useChosenFact } from './use-chosen-fact.ts';
import { type SectionParts, useSectionParts } from './use-section-parts.ts';

export interface ReaderProps {
  filing: FilingHead;
  section: Section;
  search: ReaderSearch;
  /** Navigates to a section with a changed query; adds a history entry if `isNew`. */
  go: (sectionKey: string, change: (before: ReaderSearch) => ReaderSearch, isNew: boolean) => void;
}

/** One section: the document, its navigation, and its facts. */
export function Reader({ filing, section, search, go }: ReaderProps) {
  const isWide = useIsWide();
  const [drawer, setDrawer] = useState<'sections' | 'panel' | null>(null);
  const [paper, setPaper] = useState<HTMLElement | null>(null);
  const findField = useRef<HTMLInputElement>(null);
  const change = (part: Partial<ReaderSearch>) => go(section.section_key, before => ({ ...before, ...part }), false);

  const areFactsWanted = search.fact !== undefined || search.panel === 'facts';
  const facts = useFacts(filing.filing_id, areFactsWanted);
  const share = startShare(section, search);
  // The start position of the first render, independent of later URL changes.
  const begun = useRef<number | null>(null);
  begun.current ??= startPart();
  const sectionParts = useSectionParts(filing.filing_id, section.section_key, begun.current);
  const { parts, total } = sectionParts;
  useChosenFact(paper, sectionParts, section, search.fact, facts.data);
  const holder = sectionOfFact(filing, section, search.fact, facts.data);
  useEffect(() => {
    if (holder !== section) go(holder.section_key, before => ({ ...before, ...NO_PLACE }), false);
  });
  const find = useFind(
    paper,
    { words: search.find ?? '', length: passageLength(search) },
    total === null ? null : parts,
    findShare(share, sectionParts),
  );
  useCloserPart(sectionParts, share);

  /** The part to load first; null while it depends on facts that are still loading. */
  function startPart(): number | null {
    if (section.chars === 0) return null;
    const least = leastParts(section);
    if (share !== null) return partAt(share, least);
    if (search.fact === undefined || least === 1 || facts.error) return 1;
    if (facts.data === undefined) return null;
    const fact = facts.data.find(
      candidate => candidate.element_id === search.fact && candidate.document === section.document,
    );
    return fact === undefined ? 1 : partAt(shareOf(section, fact), least);
  }

  const stepFact = (step: 1 | -1) => {
    const ids = [...new Set([...(paper?.querySelectorAll<HTMLElement>('[data-fact]') ?? [])].map(idOf))];
    const at = ids.indexOf(search.fact ?? '');
    const next = at < 0 ? ids.at(step === 1 ? 0 : -1) : ids[at + step];
    if (next === undefined)
      announce(ids.length === 0 ? 'No facts are marked here.' : 'No more facts in the loaded parts.');
    else change({ fact: next });
  };
  const step = (by: 1 | -1) => (find.count > 0 ? find.step(by) : stepFact(by));
  const stepSection = (by: 1 | -1) => {
    const next = filing.sections[filing.sections.indexOf(section) + by];
    if (next) go(next.section_key, ({ panel, marks }) => ({ panel, marks }), true);
  };
  const togglePanel = () => {
    if (isWide) change({ panel: search.panel === 'none' ? undefined : 'none' });
    else setDrawer(drawer === 'panel' ? null : 'panel');
  };
  const openCompare = useRef<HTMLAnchorElement>(null);
  useKeys({
    f: () => {
      if (isWide) findField.current?.focus();
      else setDrawer('sections');
    },
    n: () => step(1),
    p: () => step(-1),
    '[': () => stepSection(-1),
    ']': () => stepSection(1),
    m: () => change({ marks: search.marks === '0' ? undefined : '0' }),
    s: togglePanel,
    d: () => openCompare.current?.click(),
    Escape: () => {
      if (search.find !== undefined) change(NO_PLACE);
      else if (search.fact !== undefined) change({ fact: undefined });
    },
  });

  const sections = (
    <>
      <FindBox
        filing={filing}
        words={search.find ?? ''}
        find={find}
        isWhole={total !== null && parts.size === total}
        field={findField}
        onChange={words => change({ ...NO_PLACE, find: words || undefined })}
        onChoose={() => setDrawer(null)}
      />
      <SectionList filing={filing} chosen={section.section_key} onChoose={() => setDrawer(null)} />
    </>
  );
  const panel = (
    <Panel
      filing={filing}
      search={search}
      facts={facts}
      change={change}
      onStep={stepFact}
      onChoose={element => {
        setDrawer(null);
        change({ fact: element });
      }}
      onClose={isWide ? () => change({ panel: 'none' }) : null}
    />
  );
  const isPanelOpen = isWide && search.panel !== 'none';
  const isMarked = search.marks !== '0';

  return (
    <>
      <Head filing={filing}>
        {section.chars > 0 && (
          <Link
            ref={openCompare}
            className="button plain"
            to="/f/$filingId/$sectionKey/compare"
            params={{ filingId: filing.filing_id, sectionKey: section.section_key }}
            preload={false}
            title="Compares this section with the same section of a year earlier"
          >
            Compare with a year earlier
            <span className="quiet wide">{`from ${formatCredits(compareCredits(section))}`}</span>
          </Link>
        )}
      </Head>
      <div className={css.columns} data-panel={isPanelOpen || undefined}>
        {isWide && (
          <nav className={css.sections} aria-label="Sections">
            {sections}
          </nav>
        )}
        <div className={css.document}>
          <div className={css.bar}>
            {!isWide && (
              <button type="button" className="button small" onClick={() => setDrawer('sections')}>
                <Icon name="menu" />
                Sections
              </button>
            )}
            <h2 className="grow">{longTitle(section)}</h2>
            <button
              type="button"
              className="button small"
              aria-pressed={isMarked}
              onClick={() => change({ marks: isMarked ? '0' : undefined })}
            >
              {isMarked && <Icon name="check" />}
              Mark facts
            </button>
            <button type="button" className="icon-button" aria-label="Previous section" onClick={() => stepSection(-1)}>
              <Icon name="left" />
            </button>
            <button type="button" className="icon-button" aria-label="Next section" onClick={() => stepSection(1)}>
              <Icon name="right" />
            </button>
            {!isPanelOpen && (
              <button type="button" className="button small" onClick={togglePanel}>
                Facts and statements
              </button>
            )}
          </div>
          <div className={css.content}>
            <Notes filing={filing} section={section} />
            <Content section={section} sectionParts={sectionParts}>
              {total !== null && (
                <DocumentView
                  parts={parts}
                  total={total}
                  title={longTitle(section)}
                  isMarked={isMarked}
                  onShown={setPaper}
                  onFact={element => change({ fact: element })}
                  onLoad={sectionParts.load}
                />
              )}
            </Content>
          </div>
        </div>
        {isPanelOpen && (
          <aside className={css.panel} aria-label="Facts and statements">
            {panel}
          </aside>
        )}
      </div>
      {!isWide && drawer === 'sections' && (
        <Dialog title="Sections" place="side" onClose={() => setDrawer(null)}>
          {sections}
        </Dialog>
      )}
      {!isWide && drawer === 'panel' && (
        <Dialog title="Facts and statements" place="side" onClose={() => setDrawer(null)}>
          {panel}
        </Dialog>
      )}
    </>
  );
}

/** The minimum credits of a comparison: filings, sections of the other filing, both section texts. */
function compareCredits(section: Section): number {
  return creditsOf('listFilings') + creditsOf('listFilingSections') + 2 * PART_CREDITS * leastParts(section);
}

function idOf(mark: HTMLElement): string {
  return mark.dataset.fact ?? '';
}

/** The section that states the selected fact; the current one if it does or if none is known. */
function sectionOfFact(
  filing: FilingHead,
  section: Section,
  elementId: string | undefined,
  facts: readonly Fact[] | undefined,
): Section {
  const named = facts?.filter(({ element_id }) => element_id === elementId) ?? [];
  const isHere = named.some(fact => sectionAt([section], fact) !== undefined);
  if (isHere || named[0] === undefined) return section;
  return sectionAt(filing.sections, named[0]) ?? section;
}

/** Neither words to find nor a passage to mark. */
const NO_PLACE = { find: undefined, at: undefined, to: undefined };

/** The number of characters of the passage to mark; 0 for the words alone. */
function passageLength({ at = '0', to }: ReaderSearch): number {
  return to === undefined ? 0 : Math.max(0, Number(to) - Number(at));
}

/** The relative start position in the section; null for its beginning. */
function startShare({ chars }: Section, { at }: ReaderSearch): number | null {
  return at === undefined ? null : Math.min(1, Number(at) / Math.max(1, chars));
}

/** The same relative to the loaded parts. */
function findShare(share: number | null, { parts, total }: SectionParts): number | null {
  if (share === null || total === null || parts.size === total) return share;
  const likely = partAt(share, total);
  const here = [...parts.keys()].sort((a, b) => a - b);
  const place = here.indexOf(likely);
  return place < 0 ? null : (place + (share * total - (likely - 1))) / here.length;
}

/** The part that should contain the position, once the number of parts is known and if it is another. */
function useCloserPart({ parts, total, load }: SectionParts, share: number | null): void {
  useEffect(() => {
    if (share === null || total === null) return;
    const likely = partAt(share, total);
    if (!parts.has(likely)) load([likely]);
  }, [parts, total, load, share]);
}

/** Notes above the document. */
function Notes({ filing, section }: { filing: FilingHead; section: Section }) {
  const shared = section.shared_with ?? [];
  return (
    <div className={css.notes}>
      {filing.status === 'partial' && <Note isWarning>Not all items of this filing were found: {filing.reason}</Note>}
      {filing.status === 'sections_not_found' && (
        <Note isWarning>The items of this document could not be detected. It is shown as a whole.</Note>
      )}
      {section.confidence < 0.6 && <Note isWarning>The boundaries of this section are uncertain.</Note>}
      {shared.length > 0 && <Note>This text also covers {shared.join(', ').replaceAll('_', ' ')}.</Note>}
      {section.furnished && <Note>This item is furnished, not filed.</Note>}
    </div>
  );
}

interface ContentProps {
  section: Section;
  sectionParts: SectionParts;
  children: ReactNode;
}

function Content({ section, sectionParts, children }: ContentProps) {
  const { total, error, needsSignIn, retry } = sectionParts;
  if (section.chars === 0) return <Elsewhere section={section} />;
  if (total === null && needsSignIn) return <SignInBlock subject="this section" />;
  if (total === null && error) return <Failure error={error} subject="this section" retry={retry} />;
  if (total === null) return <Skeleton lines={8} />;
  return (
    <>
      {children}
      {error && <Failure error={error} subject="the rest of this section" retry={retry} />}
    </>
  );
}

/** A section without text: the reason, and a link to where the text is. */
function Elsewhere({ section }: { section: Section }) {
  const { target, status } = section;
  if (status !== 'by_reference') {
    return (
      <StateBlock title="This section has no text.">
        The form reserves this item, or the filer stated that it does not apply.
      </StateBlock>
    );
  }
  return (
    <StateBlock
      title="This section is incorporated by reference."
      actions={
        target?.filing_id && (
          <Link className="button primary" to="/f/$filingId" params={{ filingId: target.filing_id }}>
            Open that filing
          </Link>
        )
      }
    >
      {target === undefined ? 'The reference could not be resolved.' : `See: ${target.locator}.`}
    </StateBlock>
  );
}
