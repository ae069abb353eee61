import { useMemo } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { Loaded, type LoadedQuery } from '../../../components/data/loaded.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { Note } from '../../../components/ui/state-block.tsx';
import type { Fact } from '../facts.ts';
import type { ReaderSearch } from '../search.ts';
import type { FilingHead } from '../sections.ts';
import { FactCard } from './fact-card.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { FilesPanel } from './files-panel.tsx';
import css from './panel.module.css';
import { StatementPanel } from './statement-panel.tsx';
import { TablesPanel } from './tables-panel.tsx';

interface PanelProps {
  filing: FilingHead;
  search: ReaderSearch;
  facts: LoadedQuery<readonly Fact[]>;
  change: (part: Partial<ReaderSearch>) => void;
  onStep: (step: 1 | -1) => void;
  onChoose: (elementId: string) => void;
  onClose: (() => void) | null;
}

const TABS = [
  { panel: undefined, label: 'Statement' },
  { panel: 'tables', label: 'Tables' },
  { panel: 'facts', label: 'All facts' },
  { panel: 'files', label: 'Files' },
] as const;

/** The side panel: selected fact, statements as filed, tables, all facts, files. */
export function Panel({ filing, search, facts, change, onStep, onChoose, onClose }: PanelProps) {
  const shown = search.panel === 'none' ? undefined : search.panel;
  const chosen = useMemo(
    () => facts.data?.find(({ element_id }) => element_id === search.fact),
    [facts.data, search.fact],
  );
  const statements = useApi(
    'getFilingStatements',
    { filing_id: filing.filing_id },
    { enabled: shown === undefined || search.fact !== undefined },
  );
  const label = useMemo(
    () =>
      statements.data?.statements
        .flatMap(({ rows }) => rows)
        .find(({ cells }) => cells.some(cell => cell?.element_id === search.fact))?.label,
    [statements.data, search.fact],
  );
  return (
    <>
      <div className={css.tabs}>
        {TABS.map(tab => (
          <button
            key={tab.label}
            type="button"
            aria-pressed={tab.panel === shown}
            onClick={() => change({ panel: tab.panel })}
          >
            {tab.label}
          </button>
        ))}
        <span className="grow" />
        {onClose === null ? (
          <span />
        ) : (
          <button type="button" className="icon-button" aria-label="Close panel" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {search.fact !== undefined && (
        <Loaded query={facts} subject="the facts of this filing">
          {() =>
            chosen ? (
              <FactCard fact={chosen} label={label} onStep={onStep} />
            ) : (
              <div className={css.note}>
                <Note isWarning>The filing has no fact {search.fact}.</Note>
              </div>
            )
          }
        </Loaded>
      )}
      {shown === undefined && (
        <Loaded query={statements} subject="the statements of this filing">
          {response => (
            <StatementPanel
              answer={response}
              chosen={search.fact}
              onChoose={({ element_id }) => onChoose(element_id)}
            />
          )}
        </Loaded>
      )}
      {shown === 'facts' && (
        <Loaded query={facts} subject="the facts of this filing">
          {all => <FactsPanel facts={all} chosen={search.fact} onChoose={({ element_id }) => onChoose(element_id)} />}
        </Loaded>
      )}
      {shown === 'tables' && (
        <TablesPanel
          filingId={filing.filing_id}
          picked={search.table}
          onPick={number => change({ table: number })}
          chosen={search.fact}
          onChoose={onChoose}
        />
      )}
      {shown === 'files' && (
        <FilesPanel
          filingId={filing.filing_id}
          chosen={search.exhibit}
          onChoose={fileId => change({ exhibit: fileId })}
        />
      )}
    </>
  );
}
