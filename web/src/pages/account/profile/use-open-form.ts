import { getRouteApi, useNavigate } from '@tanstack/react-router';

const route = getRouteApi('/account/profile');

type Form = NonNullable<ReturnType<typeof route.useSearch>['form']>;

/** The open form of the page, stored in the URL. */
export function useOpenForm(): { form: Form | undefined; open: (form: Form | undefined) => void } {
  const { form } = route.useSearch();
  const navigate = useNavigate({ from: '/account/profile' });
  return { form, open: to => navigate({ search: { form: to }, resetScroll: false }) };
}
