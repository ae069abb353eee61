import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.ts';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { Head } from './head.tsx';
import { LoadedFiling } from './loaded-filing.tsx';
import css from './page.module.css';
import { Reader } from './reader.tsx';
import type { ReaderSearch } from './search.ts';
import type { FilingHead } from './sections.ts';

const route = getRouteApi('/f/$filingId/$sectionKey');

/** The filing reader: section list, document, and the panel of facts and statements. */
export default function SectionPage() {
  const { filingId, sectionKey } = route.useParams();
  const query = useApi('listFilingSections', { filing_id: filingId });
  const section = query.data?.sections.find(entry => entry.section_key === sectionKey.toLowerCase());
  usePageTitle(query.data?.company_name, section?.title, query.data?.form_type);
  return (
    <LoadedFiling filingId={filingId} query={query}>
      {filing => (
        <div className={css.reader}>
          {section === undefined ? <NoSection filing={filing} /> : <SectionReader filing={filing} />}
        </div>
      )}
    </LoadedFiling>
  );
}

function SectionReader({ filing }: { filing: FilingHead }) {
  const { sectionKey } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const section = filing.sections.find(entry => entry.section_key === sectionKey.toLowerCase());
  if (section === undefined) return null;
  const go = (key: string, change: (before: ReaderSearch) => ReaderSearch, isNew: boolean) =>
    navigate({
      to: '/f/$filingId/$sectionKey',
      params: { filingId: filing.filing_id, sectionKey: key },
      search: change,
      replace: !isNew,
      resetScroll: false,
    });
  return <Reader key={section.section_key} filing={filing} section={section} search={search} go={go} />;
}

function NoSection({ filing }: { filing: FilingHead }) {
  const { sectionKey } = route.useParams();
  return (
    <>
      <Head filing={filing} />
      <StateBlock
        title={`This filing has no section ${sectionKey}.`}
        actions={
          <Link className="button primary" to="/f/$filingId" params={{ filingId: filing.filing_id }}>
            Open the filing
          </Link>
        }
      >
        {filing.reason ??
          (filing.sections.length > 0 && `It has ${filing.sections.map(({ title }) => title).join(', ')}.`)}
      </StateBlock>
    </>
  );
}
