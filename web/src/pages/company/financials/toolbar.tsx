import { Icon } from '../../../components/icon.tsx';
import { MenuButton } from '../../../components/menu-button.tsx';
import { Segments } from '../../../components/segments.tsx';
import { formatDay } from '../../../format/dates.ts';
import { SCALE_WORDS, type Scale } from '../../../format/numbers.ts';
import { COUNTS, type FinancialsSearch } from './route.ts';
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
  const today = new Date().toISOString().slice(0, 10);
  return (
    <MenuButton
      className="button"
      groups={[
        {
          entries: [
            { label: 'As restated', isChosen: v === undefined, onChoose: () => onChange({ v: undefined }) },
            { label: 'As first reported', isChosen: v === 'first', onChoose: () => onChange({ v: 'first' }) },
            {
              label: 'As of a date…',
              isChosen: v !== undefined && v !== 'first',
              onChoose: () => onChange({ v: today }),
            },
          ],
        },
      ]}
    >
      <Icon name="clock" />
      {label}
      <Icon name="down" />
    </MenuButton>
  );
}

function ScaleMenu({ search, currency, scale, onChange }: ToolbarProps) {
  const words = (one: Scale) => [currency, SCALE_WORDS[one]].filter(Boolean).join(' ');
  const entries = SCALES.map(one => ({
    label: words(one),
    isChosen: search.scale === String(one),
    onChoose: () => onChange({ scale: String(one) as FinancialsSearch['scale'] }),
  }));
  const suited = {
    label: 'As suits the revenue',
    isChosen: search.scale === undefined,
    onChoose: () => onChange({ scale: undefined }),
  };
  return (
    <MenuButton className="button plain" groups={[{ entries: [suited, ...entries] }]}>
      {words(scale)}
      <Icon name="down" />
    </MenuButton>
  );
}

function RowsMenu({ search, onChange }: ToolbarProps) {
  const isOn = search.rows === undefined;
  return (
    <MenuButton
      className="button plain"
      groups={[
        {
          entries: [
            { label: 'Growth and margins', isChosen: isOn, onChoose: () => onChange({ rows: undefined }) },
            { label: 'Filed lines only', isChosen: !isOn, onChoose: () => onChange({ rows: 'none' }) },
          ],
        },
      ]}
    >
      {isOn ? 'Growth and margins' : 'Filed lines only'}
      <Icon name="down" />
    </MenuButton>
  );
}

function CountMenu({ search, onChange }: ToolbarProps) {
  const count = search.n ?? '10';
  const name = PERIOD_NAMES[search.p ?? 'fy'];
  const label = (one: string) => (one === 'all' ? `All ${name}` : `${one} ${name}`);
  const isOld = search.order === 'old';
  return (
    <MenuButton
      className="button plain"
      groups={[
        {
          entries: COUNTS.map(one => ({
            label: label(one),
            isChosen: one === count,
            onChoose: () => onChange({ n: one === '10' ? undefined : one }),
          })),
        },
        {
          entries: [
            { label: 'Newest first', isChosen: !isOld, onChoose: () => onChange({ order: undefined }) },
            { label: 'Oldest first', isChosen: isOld, onChoose: () => onChange({ order: 'old' }) },
          ],
        },
      ]}
    >
      {label(count)}
      <Icon name="down" />
    </MenuButton>
  );
}
