import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { PendingClientError } from '../../accounts/oauth/show-errors-first.ts';
import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { staticPagePolicy } from '../http/static-page-policy.ts';

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; background: light-dark(#F8F8F5, #111412); color: light-dark(#1A1D1A, #ECEFE9) }
main { max-width: 36rem; margin: 0 auto; padding: 4.5rem 1.25rem } h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .6rem }
code { font-size: .92em } a { color: light-dark(#0B655A, #6FD0BC) }
`;

const CONTENT_SECURITY_POLICY = staticPagePolicy(STYLE);

/** The page for an authorization request that cannot be returned to its client, such as one of an unknown client. */
export const renderErrorPage: NonNullable<Configuration['renderError']> = (context, out) => {
  context.state.isErrorPage = true;
  if (context.accepts('json', 'html') !== 'html') {
    context.body = out;
    return;
  }
  const { error, error_description: description = '' } = out;
  const isExpired = error === 'invalid_request' && /expired|not found/.test(String(description));
  sendPage(
    context,
    isExpired ? 'This sign-in has expired' : 'This sign-in cannot continue',
    `<p>${isExpired ? 'It took too long or was already completed. Return to the app and start again.' : 'The app that sent you here made an invalid request. It was not given access.'}</p>
<p><code>${escapeHtml(String(error))}</code> ${escapeHtml(String(description))}</p>`,
  );
};

/** The page before an error is returned to an app that the user has not approved. Only the user follows its link. */
export function renderPendingClientError(context: KoaContextWithOIDC, held: PendingClientError): void {
  const { client, error, description, location } = held;
  if (context.accepts('json', 'html') !== 'html') {
    context.body = { error, error_description: description };
    return;
  }
  const host = escapeHtml(client.host);
  const link =
    location === null
      ? ''
      : `<p><a href="${escapeHtml(location)}" rel="noreferrer">Return to ${host === '' ? 'the app' : host}</a></p>`;
  sendPage(
    context,
    'This sign-in cannot continue',
    `<p>The app “${escapeHtml(client.name)}” (${host}) made a request that this service rejects. It was not given access. Only return to it if you trust it.</p>
<p><code>${escapeHtml(error)}</code> ${escapeHtml(description)}</p>
${link}`,
  );
}

function sendPage(context: KoaContextWithOIDC, heading: string, content: string): void {
  context.type = 'html';
  context.set('content-security-policy', CONTENT_SECURITY_POLICY);
  context.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed · asfiled</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
<p><a href="/">Go to asfiled</a></p>
</main>
</body>
</html>
`;
}
