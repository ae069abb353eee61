import { Icon } from '../../../components/icon.tsx';
import { MenuButton } from '../../../components/menu-button.tsx';
import { Segments } from '../../../components/segments.tsx';
import { SCALE_WORDS, type Scale } from '../../../format/numbers.ts';
import { CountMenu, PeriodSegments, VersionMenu } from '../period-tools.tsx';
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

const SCALES: readonly Scale[] = [0, 3, 6, 9];

/** One row: which statement, which periods, which version; then how they are shown, and what can be taken along. */
export function Toolbar(props: ToolbarProps) {
  const { search, onChange, onCopy, onDownload } = props;
  const isOld = search.order === 'old';
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
      <VersionMenu search={search} onChange={onChange} />
      <span className="grow" />
      <span className={`row ${css.plainMenus}`}>
        <ScaleMenu {...props} />
        <RowsMenu {...props} />
        <CountMenu
          search={search}
          onChange={onChange}
          more={[
            { label: 'Newest first', isChosen: !isOld, onChoose: () => onChange({ order: undefined }) },
            { label: 'Oldest first', isChosen: isOld, onChoose: () => onChange({ order: 'old' }) },
          ]}
        />
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
