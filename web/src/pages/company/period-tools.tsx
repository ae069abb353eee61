import type { CompanyFinancialsOut } from '@asfiled/client';
import { Icon } from '../../components/ui/icon.tsx';
import type { MenuEntry } from '../../components/ui/menu.tsx';
import { MenuButton } from '../../components/ui/menu-button.tsx';
import { Segments } from '../../components/ui/segments.tsx';
import { Note } from '../../components/ui/state-block.tsx';
import { OFFERED_CURRENCIES } from '../../format/conversions.ts';
import { formatDay } from '../../format/dates.ts';
import { COUNTS, type PeriodKind, type PeriodSearch } from './period-search.ts';

interface PeriodToolProps {
  search: PeriodSearch;
  onChange: (change: PeriodSearch) => void;
}

const PERIOD_OPTIONS = [
  { value: 'fy', label: 'Annual' },
  { value: 'q', label: 'Quarterly' },
  { value: 'ttm', label: 'TTM' },
] as const;

const PERIOD_NAMES = { fy: 'years', q: 'quarters', ttm: 'quarters' } as const;

export function PeriodSegments({ search, onChange }: PeriodToolProps) {
  return (
    <Segments
      label="Period"
      value={search.p ?? 'fy'}
      options={PERIOD_OPTIONS}
      onChange={p => onChange({ p: p === 'fy' ? undefined : p })}
    />
  );
}

/** The version of the figures: as restated, as first reported, as of a date. */
export function versionEntries({ search: { v }, onChange }: PeriodToolProps): MenuEntry[] {
  return [
    { label: 'As restated', isChosen: v === undefined, onChoose: () => onChange({ v: undefined }) },
    { label: 'As first reported', isChosen: v === 'first', onChoose: () => onChange({ v: 'first' }) },
    { label: 'As of a date…', isChosen: v !== undefined && v !== 'first', onChoose: () => onChange({ v: today() }) },
  ];
}

export function VersionMenu(props: PeriodToolProps) {
  const { v } = props.search;
  return (
    <MenuButton className="button" groups={[{ entries: versionEntries(props) }]}>
      <Icon name="clock" />
      {v === undefined ? 'As restated' : v === 'first' ? 'As first reported' : `As of ${formatDay(v)}`}
      <Icon name="down" />
    </MenuButton>
  );
}

/** The number of periods. */
export function countEntries({ search: { n = '10', p = 'fy' }, onChange }: PeriodToolProps): MenuEntry[] {
  return COUNTS.map(choice => ({
    label: countWords(choice, p),
    isChosen: choice === n,
    onChoose: () => onChange({ n: choice === '10' ? undefined : choice }),
  }));
}

interface CountMenuProps extends PeriodToolProps {
  /** Additional groups. */
  more?: readonly MenuEntry[];
}

export function CountMenu({ more, ...props }: CountMenuProps) {
  const { n = '10', p = 'fy' } = props.search;
  return (
    <MenuButton
      className="button plain"
      groups={[{ entries: countEntries(props) }, ...(more ? [{ entries: more }] : [])]}
    >
      {countWords(n, p)}
      <Icon name="down" />
    </MenuButton>
  );
}

function countWords(count: string, kind: PeriodKind): string {
  return count === 'all' ? `All ${PERIOD_NAMES[kind]}` : `${count} ${PERIOD_NAMES[kind]}`;
}

interface CurrencyProps extends PeriodToolProps {
  /** Currency of the filings. */
  filedCurrency: string | null;
}

/** As filed by default, or converted on request. */
export function currencyEntries({ search: { cur }, filedCurrency, onChange }: CurrencyProps): MenuEntry[] {
  const others = OFFERED_CURRENCIES.filter(choice => choice !== filedCurrency || cur === choice);
  return [
    {
      label: filedCurrency === null ? 'As filed' : `As filed, ${filedCurrency}`,
      isChosen: cur === undefined,
      onChoose: () => onChange({ cur: undefined }),
    },
    ...[...new Set([...others, ...(cur === undefined ? [] : [cur])])].map(choice => ({
      label: `Converted to ${choice}`,
      isChosen: cur === choice,
      onChoose: () => onChange({ cur: choice }),
    })),
  ];
}

export function CurrencyMenu(props: CurrencyProps) {
  const { cur } = props.search;
  return (
    <MenuButton className="button plain" groups={[{ title: 'Currency', entries: currencyEntries(props) }]}>
      {cur === undefined ? (props.filedCurrency ?? 'As filed') : `≈ ${cur}`}
      <Icon name="down" />
    </MenuButton>
  );
}

/** The reporting currency of the newest period, independent of conversion; null if unknown. */
export function filedCurrencyOf({ currency, periods }: CompanyFinancialsOut): string | null {
  return periods[0]?.conversions?.[0]?.from ?? currency;
}

/** Shown while amounts are converted. */
export function ConversionBanner({
  search: { cur },
  financials: { periods },
  onChange,
}: PeriodToolProps & { financials: CompanyFinancialsOut }) {
  if (cur === undefined) return null;
  const from = [...new Set(periods.flatMap(({ conversions = [] }) => conversions.map(conversion => conversion.from)))];
  return (
    <Note>
      {from.length === 0
        ? `These figures are filed in ${cur}, so nothing is converted.`
        : `Converted from ${from.join(', ')} at ECB reference rates. The source of each figure shows its rate and the filed amount.`}{' '}
      <button type="button" className="button small" onClick={() => onChange({ cur: undefined })}>
        Show as filed
      </button>
    </Note>
  );
}

/** Shown while an earlier version of the figures is selected. */
export function VersionBanner({ search: { v }, onChange }: PeriodToolProps) {
  if (v === undefined) return null;
  const back = (
    <button type="button" className="button small" onClick={() => onChange({ v: undefined })}>
      Show as restated
    </button>
  );
  if (v === 'first') return <Note>Each figure as first reported. {back}</Note>;
  return (
    <Note>
      <label>
        Only filings up to the end of{' '}
        <input
          className="field"
          type="date"
          value={v}
          max={today()}
          onChange={event => event.target.value !== '' && onChange({ v: event.target.value })}
        />
      </label>{' '}
      {back}
    </Note>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
