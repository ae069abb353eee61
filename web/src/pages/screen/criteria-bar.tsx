import { useApi } from '../../api/use-api.ts';
import { Icon } from '../../components/ui/icon.tsx';
import type { MenuEntry } from '../../components/ui/menu.tsx';
import { MenuButton } from '../../components/ui/menu-button.tsx';
import { OFFERED_CURRENCIES } from '../../format/conversions.ts';
import { isPercent } from '../../format/line-items.ts';
import { SCALE_LABELS, type Scale } from '../../format/numbers.ts';
import { describeNumber } from '../../format/parse-number.ts';
import { COMPARISONS, type Criteria, DEFAULT_PAGE, type Filter, MAX_FILTERS, writeFilter } from './criteria.ts';
import css from './page.module.css';
import { PAGE_SIZES, type ScreenSearch } from './search.ts';

/** The open dialog; `filter` is the one to edit, or null for a new one. */
export type Panel = { kind: 'filter'; filter: Filter | null } | { kind: 'columns' } | { kind: 'companies' } | null;

interface CriteriaBarProps {
  criteria: Criteria;
  /** Currencies of the shown rows. */
  currencies: readonly string[];
  onChange: (change: Partial<ScreenSearch>) => void;
  onFilters: (filters: readonly Filter[]) => void;
  onOpen: (panel: Panel) => void;
}

/** The criteria in one row: companies, filters, year, currency, columns. */
export function CriteriaBar(props: CriteriaBarProps) {
  const { criteria, onFilters, onOpen } = props;
  const { filters, companies, columns } = criteria;
  return (
    <div className={css.criteria}>
      <button type="button" className="button" onClick={() => onOpen({ kind: 'companies' })}>
        {companies.length === 0
          ? 'All companies'
          : `${companies.length} selected ${companies.length === 1 ? 'company' : 'companies'}`}
        <Icon name="down" />
      </button>
      <MarketMenu {...props} />
      {filters.map(filter => (
        <FilterChip
          key={writeFilter(filter)}
          filter={filter}
          currency={criteria.search.cur ?? criteria.search.rep}
          onEdit={() => onOpen({ kind: 'filter', filter })}
          onRemove={() => onFilters(filters.filter(other => other !== filter))}
        />
      ))}
      {filters.length < MAX_FILTERS ? (
        <button type="button" className="button plain" onClick={() => onOpen({ kind: 'filter', filter: null })}>
          <Icon name="plus" />
          Filter
        </button>
      ) : (
        <span className="quiet">A screen can have at most {MAX_FILTERS} filters.</span>
      )}
      <span className="grow" />
      <MenuButton className="button" groups={yearGroups(props)}>
        {yearLabel(criteria.search)}
        <Icon name="down" />
      </MenuButton>
      <MenuButton className="button" position="bottom-end" groups={currencyGroups(props)}>
        {[currencyLabel(criteria.search), scaleLabel(criteria.search)].filter(Boolean).join(' ')}
        <Icon name="down" />
      </MenuButton>
      <button type="button" className="button" onClick={() => onOpen({ kind: 'columns' })}>
        Columns {columns.length}
      </button>
      <MenuButton className="button" position="bottom-end" groups={viewGroups(props)}>
        View
        <Icon name="down" />
      </MenuButton>
    </div>
  );
}

interface FilterChipProps {
  filter: Filter;
  currency: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

/** A filter as a chip: line item, comparison, number. */
function FilterChip({ filter: { item, comparison, value }, currency, onEdit, onRemove }: FilterChipProps) {
  const known = COMPARISONS.find(entry => entry.value === comparison);
  const number = describeNumber(value, { isPercent: isPercent(item) });
  const isMoney = item.unit_kind === 'currency' || item.unit_kind === 'currency_per_share';
  return (
    <span className={css.chip}>
      <button type="button" className={css.sentence} title="Edit this filter" onClick={onEdit}>
        <b>{item.label}</b>
        <span className={css.sign} aria-hidden="true">
          {known?.sign}
        </span>
        <span className="visually-hidden"> {known?.words} </span>
        <span>{isMoney && currency !== undefined ? `${number} ${currency}` : number}</span>
      </button>
      <button type="button" className={css.remove} aria-label={`Remove the filter on ${item.label}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

function MarketMenu({ criteria, onChange }: CriteriaBarProps) {
  const { data } = useApi('listMarkets', {});
  const { market } = criteria.search;
  const markets = data?.items.filter(({ companies_count }) => companies_count > 0) ?? [];
  const entries: MenuEntry[] = [
    { label: 'All markets', isChosen: market === undefined, onChoose: () => onChange({ market: undefined }) },
    ...markets.map(({ market_id, name }) => ({
      label: name,
      isChosen: market === market_id,
      onChoose: () => onChange({ market: market_id }),
    })),
  ];
  const name = data?.items.find(({ market_id }) => market_id === market)?.name ?? market;
  return (
    <MenuButton className="button" groups={[{ entries }]}>
      {name ?? 'All markets'}
      <Icon name="down" />
    </MenuButton>
  );
}

const YEARS_BACK = 12;

function yearGroups({ criteria: { search }, onChange }: CriteriaBarProps) {
  const now = new Date().getUTCFullYear();
  const years = Array.from({ length: YEARS_BACK }, (_, back) => String(now - back));
  const newest: MenuEntry[] = [
    {
      label: 'Newest fiscal year',
      isChosen: search.year === undefined && search.since === undefined,
      onChoose: () => onChange({ year: undefined, since: undefined }),
    },
    ...years.slice(1, 4).map(year => ({
      label: `Newest, ${year} or later`,
      isChosen: search.since === year,
      onChoose: () => onChange({ year: undefined, since: year }),
    })),
  ];
  const sameYear = years.map(year => ({
    label: `Fiscal year ${year}`,
    isChosen: search.year === year,
    onChoose: () => onChange({ year, since: undefined }),
  }));
  return [{ entries: newest }, { title: 'Same year for all', entries: sameYear }];
}

export function yearLabel({ year, since }: ScreenSearch): string {
  if (year !== undefined) return `Fiscal year ${year}`;
  return since === undefined ? 'Newest fiscal year' : `Newest, ${since} or later`;
}

const SCALES: readonly Scale[] = [0, 3, 6, 9];

function currencyGroups({ criteria: { search }, currencies, onChange }: CriteriaBarProps) {
  const offered = (chosen: string | undefined) => [
    ...new Set([...OFFERED_CURRENCIES, ...currencies, ...(chosen === undefined ? [] : [chosen])]),
  ];
  return [
    {
      title: 'Currency',
      entries: [
        { label: 'As filed', isChosen: search.cur === undefined, onChoose: () => onChange({ cur: undefined }) },
        ...offered(search.cur).map(cur => ({
          label: `Converted to ${cur}`,
          isChosen: search.cur === cur,
          onChoose: () => onChange({ cur }),
        })),
      ],
    },
    {
      title: 'Companies that report in',
      entries: [
        { label: 'Any currency', isChosen: search.rep === undefined, onChoose: () => onChange({ rep: undefined }) },
        ...offered(search.rep).map(rep => ({
          label: rep,
          isChosen: search.rep === rep,
          onChoose: () => onChange({ rep }),
        })),
      ],
    },
    {
      title: 'Amounts',
      entries: [
        {
          label: 'Automatic per column',
          isChosen: search.scale === undefined,
          onChoose: () => onChange({ scale: undefined }),
        },
        ...SCALES.map(scale => ({
          label: `In ${SCALE_LABELS[scale]}`,
          isChosen: search.scale === String(scale),
          onChoose: () => onChange({ scale: String(scale) as ScreenSearch['scale'] }),
        })),
      ],
    },
  ];
}

function currencyLabel({ cur, rep }: ScreenSearch): string {
  return cur === undefined ? (rep ?? 'As reported') : `≈ ${cur}`;
}

function scaleLabel({ scale }: ScreenSearch): string {
  return scale === undefined ? '' : SCALE_LABELS[Number(scale) as Scale];
}

function viewGroups({ criteria: { search }, onChange }: CriteriaBarProps) {
  const size = search.n ?? String(DEFAULT_PAGE);
  return [
    {
      title: 'Table',
      entries: [
        {
          label: 'Companies as rows',
          isChosen: search.view === undefined,
          onChoose: () => onChange({ view: undefined }),
        },
        {
          label: 'Companies as columns',
          isChosen: search.view === 'across',
          onChoose: () => onChange({ view: 'across' as const }),
        },
      ],
    },
    {
      title: 'Companies per page',
      entries: PAGE_SIZES.map(n => ({
        label: n,
        isChosen: size === n,
        onChoose: () => onChange({ n: n === String(DEFAULT_PAGE) ? undefined : n }),
      })),
    },
  ];
}
