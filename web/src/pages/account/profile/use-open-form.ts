import { useNavigate } from '@tanstack/react-router';
import { profileRoute } from './route.ts';

type Form = NonNullable<ReturnType<typeof profileRoute.useSearch>['form']>;

/** Which form of the page is open, as its address says. */
export function useOpenForm(): { form: Form | undefined; open: (form: Form | undefined) => void } {
  const { form } = profileRoute.useSearch();
  const navigate = useNavigate({ from: '/account/profile' });
  return { form, open: to => navigate({ search: { form: to }, resetScroll: false }) };
}
