import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.ts';
import { Failure } from '../../components/data/loaded.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { useFacts } from './facts.ts';
import { Head } from './head.tsx';
import { LoadedFiling } from './loaded-filing.tsx';
import css from './page.module.css';
import { type FilingHead, firstReadable, sectionAt } from './sections.ts';

const route = getRouteApi('/f/$filingId');

/** Redirects a filing URL to the section of the requested fact, else to the first section with text. */
export default function FilingLanding() {
  const { filingId } = route.useParams();
  const query = useApi('listFilingSections', { filing_id: filingId });
  usePageTitle(query.data?.company_name, query.data?.form_type);
  return (
    <LoadedFiling filingId={filingId} query={query}>
      {filing => (filing.sections.length === 0 ? <Unparsed filing={filing} /> : <Onward filing={filing} />)}
    </LoadedFiling>
  );
}

function Onward({ filing }: { filing: FilingHead }) {
  const { filingId } = route.useParams();
  const search = route.useSearch();
  const facts = useFacts(filingId, search.fact !== undefined);
  if (search.fact !== undefined && facts.data === undefined) {
    if (facts.error) return <Failure error={facts.error} subject="the facts of this filing" retry={facts.refetch} />;
    return <Skeleton lines={6} />;
  }
  const fact = facts.data?.find(({ element_id }) => element_id === search.fact);
  const section = (fact && sectionAt(filing.sections, fact)) ?? firstReadable(filing.sections);
  return (
    <Navigate
      to="/f/$filingId/$sectionKey"
      params={{ filingId, sectionKey: section?.section_key ?? '' }}
      search={search}
      replace
    />
  );
}

/** Shown for a filing without sections: the reason, and a link to the document. */
function Unparsed({ filing }: { filing: FilingHead }) {
  return (
    <div className={css.reader}>
      <Head filing={filing} />
      <StateBlock
        title={
          filing.empty_reason === 'not_covered'
            ? 'This filing has not been processed yet.'
            : 'The items of this document could not be detected.'
        }
        actions={
          <a className="button primary" href={filing.url} rel="noreferrer">
            View at registry
          </a>
        }
      >
        {filing.reason}
      </StateBlock>
    </div>
  );
}
