import { useApi } from '../../api/use-api.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Name } from '../../components/name.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { formatDay } from '../../format/dates.ts';
import { filingRoute } from './route.ts';

/** A filing: what it is, and the sections that were found in it. */
export default function FilingPage() {
  const { filingId } = filingRoute.useParams();
  const query = useApi('listFilingSections', { filing_id: filingId });
  usePageTitle(query.data?.company_name, query.data?.form_type);
  return (
    <Loaded query={query} what="this filing">
      {filing => (
        <>
          <h1 style={{ padding: '18px 0 4px' }}>
            <Name text={filing.company_name} marketId={filing.market_id} /> · {filing.form_type}
          </h1>
          <p className="second">
            Filed {formatDay(filing.filed_at)} ·{' '}
            <a className="link" href={filing.url} rel="noreferrer">
              At the registry
            </a>
          </p>
          <ul style={{ padding: '16px 0' }}>
            {filing.sections.map(section => (
              <li key={section.section_key}>
                {section.title} <span className="quiet">{section.chars.toLocaleString('en-GB')} characters</span>
              </li>
            ))}
          </ul>
          <AsOf instant={filing.data_as_of} />
        </>
      )}
    </Loaded>
  );
}
