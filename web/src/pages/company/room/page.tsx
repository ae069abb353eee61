import { Missing } from '../../../components/missing.tsx';
import { usePageTitle } from '../../../components/page-title.ts';
import { StateBlock } from '../../../components/state-block.tsx';
import { useCompany } from '../company.ts';
import { ROOMS } from './rooms.ts';
import { roomRoute } from './route.ts';

/** Says what would be here. */
export default function RoomPage() {
  const { room } = roomRoute.useParams();
  const { company_name } = useCompany();
  const known = ROOMS.find(one => one.room === room);
  usePageTitle(company_name, known?.label);
  if (!known) return <Missing />;
  return (
    <StateBlock title={`${known.what} are not in this service yet.`}>
      Nothing is withheld: no market has them so far. Figures and filings of {company_name} are under the first tabs.
    </StateBlock>
  );
}
