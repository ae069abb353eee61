import { Icon } from '../../../components/ui/icon.tsx';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import { MenuButton } from '../../../components/ui/menu-button.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { SCALE_LABELS, type Scale } from '../../../format/numbers.ts';
import {
  CountMenu,
  countEntries,
  currencyEntries,
  PeriodSegments,
  VersionMenu,
  versionEntries,
} from '../period-tools.tsx';
import { type FinancialsSearch, STATEMENTS } from './search.ts';
import css from './toolbar.module.css';

interface ToolbarProps {
  search: FinancialsSearch;
  /** Currency of the shown amounts. */
  currency: string | null;
  /** Currency of the filings. */
  filedCurrency: string | null;
  scale: Scale;
  onChange: (change: Partial<FinancialsSearch>) => void;
  onCopy: () => void;
  onDownload: () => void;
}

const STATEMENT_LABELS: Record<(typeof STATEMENTS)[number], string> = {
  all: 'All',
  income: 'Income',
  balance: 'Balance',
  cashflow: 'Cash flow',
  shares: 'Shares',
};
const STATEMENT_OPTIONS = STATEMENTS.map(value => ({ value, label: STATEMENT_LABELS[value] }));

const SCALES: readonly Scale[] = [0, 3, 6, 9];

/** The toolbar: statement, periods, version, display options, export. */
export function Toolbar(props: ToolbarProps) {
  const { search, currency, scale, onChange, onCopy, onDownload } = props;
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
      <PeriodSegments search={search} onChange={onChange} />
      <span className="wide">
        <VersionMenu search={search} onChange={onChange} />
      </span>
      <span className="grow" />
      <span className="row wide">
        <MenuButton
          className="button plain"
          groups={[
            { title: 'Currency', entries: currencyEntries(props) },
            { title: 'Scale', entries: scaleEntries(props) },
          ]}
        >
          {search.cur !== undefined && '≈ '}
          {scaleWords(currency, scale)}
          <Icon name="down" />
        </MenuButton>
        <MenuButton className="button plain" groups={[{ entries: rowsEntries(props) }]}>
          {search.rows === undefined ? 'Growth and margins' : 'Filed lines only'}
          <Icon name="down" />
        </MenuButton>
        <CountMenu search={search} onChange={onChange} more={orderEntries(props)} />
        <button type="button" className="button" onClick={onCopy}>
          <Icon name="copy" />
          Copy
        </button>
        <button type="button" className="button" onClick={onDownload}>
          <Icon name="download" />
          CSV
        </button>
      </span>
      <span className="narrow">
        <NarrowMenu {...props} />
      </span>
    </div>
  );
}

/** All options behind one button, for narrow screens. */
function NarrowMenu(props: ToolbarProps) {
  const { onCopy, onDownload } = props;
  return (
    <MenuButton
      className="button"
      position="bottom-end"
      groups={[
        { title: 'Statement', entries: statementEntries(props) },
        { title: 'Version', entries: versionEntries(props) },
        { title: 'Periods', entries: countEntries(props) },
        { title: 'Order', entries: orderEntries(props) },
        { title: 'Currency', entries: currencyEntries(props) },
        { title: 'Amounts', entries: scaleEntries(props) },
        { title: 'Rows', entries: rowsEntries(props) },
        {
          title: 'Export',
          entries: [
            { label: 'Copy', onChoose: onCopy },
            { label: 'CSV', onChoose: onDownload },
          ],
        },
      ]}
    >
      <Icon name="filter" />
      View
    </MenuButton>
  );
}

function statementEntries({ search, onChange }: ToolbarProps): MenuEntry[] {
  return STATEMENT_OPTIONS.map(({ value, label }) => ({
    label,
    isChosen: (search.s ?? 'all') === value,
    onChoose: () => onChange({ s: value === 'all' ? undefined : value }),
  }));
}

function orderEntries({ search: { order }, onChange }: ToolbarProps): MenuEntry[] {
  return [
    { label: 'Newest first', isChosen: order === undefined, onChoose: () => onChange({ order: undefined }) },
    { label: 'Oldest first', isChosen: order === 'old', onChoose: () => onChange({ order: 'old' }) },
  ];
}

function scaleEntries({ search, currency, onChange }: ToolbarProps): MenuEntry[] {
  const suited = {
    label: 'Automatic',
    isChosen: search.scale === undefined,
    onChoose: () => onChange({ scale: undefined }),
  };
  const fixed = SCALES.map(choice => ({
    label: scaleWords(currency, choice),
    isChosen: search.scale === String(choice),
    onChoose: () => onChange({ scale: String(choice) as FinancialsSearch['scale'] }),
  }));
  return [suited, ...fixed];
}

function scaleWords(currency: string | null, scale: Scale): string {
  return [currency, SCALE_LABELS[scale]].filter(Boolean).join(' ');
}

function rowsEntries({ search: { rows }, onChange }: ToolbarProps): MenuEntry[] {
  return [
    { label: 'Growth and margins', isChosen: rows === undefined, onChoose: () => onChange({ rows: undefined }) },
    { label: 'Filed lines only', isChosen: rows === 'none', onChoose: () => onChange({ rows: 'none' }) },
  ];
}
