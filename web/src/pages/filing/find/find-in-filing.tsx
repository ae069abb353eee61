import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { creditsOf, formatCredits } from '../../../api/prices.ts';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { Skeleton } from '../../../components/ui/state-block.tsx';
import { type FilingHead, longTitle } from '../sections.ts';
import css from './find-box.module.css';

/** The maximum page size of the API. */
const MAX_HITS = 50;
const DAY_MS = 86_400_000;

interface FindInFilingProps {
  filing: FilingHead;
  words: string;
  onChoose: () => void;
}

/** Searches all sections of the filing, loaded or not; on demand, since the search costs credits. */
export function FindInFiling({ filing, words, onChoose }: FindInFilingProps) {
  const [requested, setRequested] = useState<string | null>(null);
  const isRequested = requested === words;
  const query = useApi('searchFilings', toInput(filing, words), { enabled: isRequested });
  const cost = creditsOf('searchFilings');
  if (!isRequested) {
    return (
      <button type="button" className="button small" onClick={() => setRequested(words)}>
        Find in the whole filing · {formatCredits(cost)}
      </button>
    );
  }
  return (
    <Loaded query={query} subject={`sections with ${words}`} skeleton={<Skeleton lines={2} />}>
      {({ items, total }) => {
        const hits = items.filter(({ filing_id }) => filing_id === filing.filing_id);
        const sections = filing.sections.filter(section => hits.some(hit => hit.section_key === section.section_key));
        return (
          <div className={css.whole} role="status">
            <p className="eyebrow">
              {sections.length === 0
                ? 'Not found in any section'
                : `In ${sections.length} ${sections.length === 1 ? 'section' : 'sections'} of the filing`}
            </p>
            <ul>
              {sections.map(section => (
                <li key={section.section_key}>
                  <Link
                    className="link"
                    to="/f/$filingId/$sectionKey"
                    params={{ filingId: filing.filing_id, sectionKey: section.section_key }}
                    search={({ panel, marks }) => ({
                      panel,
                      marks,
                      find: words,
                      at: placeOf(hits.find(hit => hit.section_key === section.section_key)?.passage_start),
                    })}
                    preload={false}
                    onClick={onChoose}
                  >
                    {longTitle(section)}
                  </Link>
                </li>
              ))}
            </ul>
            {total > items.length && (
              <p className="quiet">Other filings of that day also match, so the list may be incomplete.</p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** Searches the exact phrase among filings of the same form and day, since the API cannot search a single filing. */
function toInput({ filing_id, form_type, filed_at }: FilingHead, words: string) {
  // A filing accepted in the evening has the next day as its filing date.
  const day = (offset: number) => new Date(Date.parse(filed_at) + offset * DAY_MS).toISOString().slice(0, 10);
  return {
    q: `"${words.replaceAll('"', ' ').trim()}"`,
    registry: filing_id.split(':')[0],
    form_types: [form_type],
    filed_from: day(-1),
    filed_to: day(1),
    limit: MAX_HITS,
  };
}

function placeOf(start: number | undefined): string | undefined {
  return start === undefined || start === 0 ? undefined : String(start);
}
