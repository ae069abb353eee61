import type { Market } from '@asfiled/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.ts';
import css from './page.module.css';
import type { SearchSearch } from './search.ts';

const route = getRouteApi('/search');

const LANGUAGES = [
  { value: 'english', label: 'English' },
  { value: 'portuguese', label: 'Portuguese' },
  { value: 'simple', label: 'No stemming' },
] as const;

/** The search filters, stored in the URL. */
export function Filters() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/search' });
  const { data: markets } = useApi('listMarkets', {});
  const change = (part: Partial<typeof search>) => navigate({ search: before => ({ ...before, ...part }) });
  return (
    <form className={css.filters} aria-label="Filters" onSubmit={event => event.preventDefault()}>
      <label>
        Market
        <select
          className="field"
          value={search.market ?? ''}
          onChange={event => change({ market: event.target.value || undefined })}
        >
          <option value="">All markets</option>
          {markets?.items
            .filter(({ filings_count }) => filings_count > 0)
            .map(({ market_id, name }) => (
              <option key={market_id} value={market_id}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <label>
        Registry
        <select
          className="field"
          value={search.registry ?? ''}
          onChange={event => change({ registry: event.target.value || undefined })}
        >
          <option value="">Automatic</option>
          {registriesOf(markets?.items ?? [], search).map(({ registry, name }) => (
            <option key={registry} value={registry}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Filed from
        <input
          className="field"
          type="date"
          value={search.from ?? ''}
          onChange={event => change({ from: event.target.value || undefined })}
        />
      </label>
      <label>
        Filed to
        <input
          className="field"
          type="date"
          value={search.to ?? ''}
          onChange={event => change({ to: event.target.value || undefined })}
        />
      </label>
      <TextFilter
        label="Form"
        placeholder="Any: 10-K, 10-Q …"
        value={search.form}
        onChange={form => change({ form })}
      />
      <TextFilter
        label="Section"
        placeholder="Any: item_1a …"
        value={search.section}
        onChange={section => change({ section })}
      />
      <label>
        Language
        <select
          className="field"
          value={search.lang ?? ''}
          onChange={event => change({ lang: LANGUAGES.find(({ value }) => value === event.target.value)?.value })}
        >
          <option value="">All registries</option>
          {LANGUAGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="button plain" onClick={() => navigate({ search: before => ({ q: before.q }) })}>
        Clear all
      </button>
    </form>
  );
}

type Registry = Pick<Market['registries'][number], 'registry' | 'name'>;

/** Registries with stored filings in the selected market, and the one in the URL, without duplicates. */
function registriesOf(markets: readonly Market[], { market, registry }: SearchSearch): Registry[] {
  const all = markets
    .filter(({ market_id }) => market === undefined || market_id === market)
    .flatMap(({ registries }) => registries.filter(({ filings_count }) => filings_count > 0));
  const named = registry === undefined ? [] : [{ registry, name: registry }];
  return [...new Map([...named, ...all].map(entry => [entry.registry, entry])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

interface TextFilterProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A field that applies on blur or Enter. */
function TextFilter({ label, placeholder, value, onChange }: TextFilterProps) {
  return (
    <label>
      {label}
      <input
        key={value}
        className="field"
        placeholder={placeholder}
        defaultValue={value}
        onBlur={event => event.target.value !== (value ?? '') && onChange(event.target.value.trim() || undefined)}
        onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </label>
  );
}
