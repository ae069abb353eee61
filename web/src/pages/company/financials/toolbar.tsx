import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { Segments } from '../../../components/segments.tsx';
import { formatDay } from '../../../format/dates.ts';
import { SCALE_WORDS, type Scale } from '../../../format/numbers.ts';
import type { FinancialsSearch } from './route.ts';
import css from './toolbar.module.css';

interface ToolbarProps {
  search: FinancialsSearch;
  currency: string | null;
  scale: Scale;
  onChange: (change: Partial<FinancialsSearch>) => void;
  onCopy: () => void;
  onDownload: () => void;
}

const STATEMENT_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'income', label: 'Income' },
  { value: 'balance', label: 'Balance' },
  { value: 'cashflow', label: 'Cash flow' },
  { value: 'shares', label: 'Shares' },
] as const;

const PERIOD_OPTIONS = [
  { value: 'fy', label: 'Annual' },
  { value: 'q', label: 'Quarterly' },
  { value: 'ttm', label: 'TTM' },
] as const;

const PERIOD_NAMES = { fy: 'years', q: 'quarters', ttm: 'quarters' } as const;
const SCALES: readonly Scale[] = [0, 3, 6, 9];

/** One row: which statement, which periods, which version; then how they are shown, and what can be taken along. */
export function Toolbar(props: ToolbarProps) {
  const { search, onChange, onCopy, onDownload } = props;
  return (
    <div className={css.bar}>
      <span className="wide">
        <Segments
          label="Statement"
          value={search.s ?? 'all'}
          options={STATEMENT_OPTIONS}
          onChange={s => onChange({ s: s === 'all' ? undefined : s })}
        />
      </span>
      <Segments
        label="Period"
        value={search.p ?? 'fy'}
        options={PERIOD_OPTIONS}
        onChange={p => onChange({ p: p === 'fy' ? undefined : p })}
      />
      <VersionMenu {...props} />
      <span className="grow" />
      <span className={`row ${css.plainMenus}`}>
        <ScaleMenu {...props} />
        <RowsMenu {...props} />
        <CountMenu {...props} />
      </span>
      <button type="button" className="button wide" onClick={onCopy}>
        <Icon name="copy" />
        Copy
      </button>
      <button type="button" className="button wide" onClick={onDownload}>
        <Icon name="download" />
        CSV
      </button>
    </div>
  );
}

function VersionMenu({ search, onChange }: ToolbarProps) {
  const { v } = search;
  const label = v === undefined ? 'As restated' : v === 'first' ? 'As first reported' : `As of ${formatDay(v)}`;
  return (
    <ToolMenu
      button={
        <button type="button" className="button">
          <Icon name="clock" />
          {label}
          <Icon name="down" />
        </button>
      }
    >
      <Choice isChosen={v === undefined} onChoose={() => onChange({ v: undefined })} label="As restated" />
      <Choice isChosen={v === 'first'} onChoose={() => onChange({ v: 'first' })} label="As first reported" />
      <Choice
        isChosen={v !== undefined && v !== 'first'}
        onChoose={() => onChange({ v: new Date().toISOString().slice(0, 10) })}
        label="As of a date…"
      />
    </ToolMenu>
  );
}

function ScaleMenu({ search, currency, scale, onChange }: ToolbarProps) {
  return (
    <ToolMenu button={<PlainButton label={`${currency ?? ''} ${SCALE_WORDS[scale]}`} />}>
      <Choice
        isChosen={search.scale === undefined}
        onChoose={() => onChange({ scale: undefined })}
        label="As suits the revenue"
      />
      {SCALES.map(one => (
        <Choice
          key={one}
          isChosen={search.scale === String(one)}
          onChoose={() => onChange({ scale: String(one) as FinancialsSearch['scale'] })}
          label={`${currency ?? ''} ${SCALE_WORDS[one]}`}
        />
      ))}
    </ToolMenu>
  );
}

function RowsMenu({ search, onChange }: ToolbarProps) {
  const isOn = search.rows === undefined;
  return (
    <ToolMenu button={<PlainButton label={isOn ? 'Growth and margins' : 'Filed lines only'} />}>
      <Choice isChosen={isOn} onChoose={() => onChange({ rows: undefined })} label="Growth and margins" />
      <Choice isChosen={!isOn} onChoose={() => onChange({ rows: 'none' })} label="Filed lines only" />
    </ToolMenu>
  );
}

function CountMenu({ search, onChange }: ToolbarProps) {
  const count = search.n ?? '10';
  const name = PERIOD_NAMES[search.p ?? 'fy'];
  const label = (one: string) => (one === 'all' ? `All ${name}` : `${one} ${name}`);
  return (
    <ToolMenu button={<PlainButton label={label(count)} />}>
      {(['5', '10', '20', 'all'] as const).map(one => (
        <Choice
          key={one}
          isChosen={one === count}
          onChoose={() => onChange({ n: one === '10' ? undefined : one })}
          label={label(one)}
        />
      ))}
      <Menu.Divider />
      <Choice
        isChosen={search.order === undefined}
        onChoose={() => onChange({ order: undefined })}
        label="Newest first"
      />
      <Choice isChosen={search.order === 'old'} onChoose={() => onChange({ order: 'old' })} label="Oldest first" />
    </ToolMenu>
  );
}

function ToolMenu({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <Menu position="bottom-start" shadow="none" withinPortal={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function PlainButton({ label, ...rest }: { label: string }) {
  return (
    <button type="button" className="button plain" {...rest}>
      {label}
      <Icon name="down" />
    </button>
  );
}

function Choice({ isChosen, onChoose, label }: { isChosen: boolean; onChoose: () => void; label: string }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      rightSection={isChosen ? <Icon name="check" /> : null}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  );
}
