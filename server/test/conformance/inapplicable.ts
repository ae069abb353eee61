/** Features that the service does not have, with the scenarios that test them; the list is also in docs/guides/agents.md. */
export interface Inapplicable {
  reason: string;
  /** Scenarios, or `scenario:check`. */
  scenarios: readonly string[];
}

const ASKS_NOTHING = 'The service sends no requests to clients: no elicitation, no sampling, no roots.';
const NO_SUBSCRIPTIONS = 'Resources are sections of filings and never change, so there are no subscriptions.';

export const INAPPLICABLE: Readonly<Record<'2026-07-28' | '2025-11-25', readonly Inapplicable[]>> = {
  '2026-07-28': [
    {
      reason: ASKS_NOTHING,
      scenarios: [
        'server-stateless:sep-2575-server-rejects-undeclared-capability',
        'server-stateless:sep-2575-missing-capability-http-400',
        'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
        'input-required-result-basic-elicitation',
        'input-required-result-basic-sampling',
        'input-required-result-basic-list-roots',
        'input-required-result-request-state',
        'input-required-result-multiple-input-requests',
        'input-required-result-multi-round',
        'input-required-result-missing-input-response',
        'input-required-result-non-tool-request',
        'input-required-result-result-type',
        'input-required-result-tampered-state',
        'input-required-result-capability-check',
        'input-required-result-ignore-extra-params',
      ],
    },
    {
      reason: 'No tool takes an argument from a header (x-mcp-header).',
      scenarios: ['http-custom-header-server-validation'],
    },
    {
      reason: 'Tasks are an optional extension; every call returns within seconds.',
      scenarios: [
        'tasks-lifecycle',
        'tasks-capability-negotiation',
        'tasks-wire-fields',
        'tasks-request-state-removal',
        'tasks-mrtr-input',
        'tasks-request-headers',
        'tasks-dispatch-and-envelope',
        'tasks-required-task-error',
        'tasks-mrtr-composition',
      ],
    },
  ],
  '2025-11-25': [
    {
      reason: ASKS_NOTHING,
      scenarios: [
        'tools-call-sampling',
        'tools-call-elicitation',
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
      ],
    },
    {
      reason: 'There are no sessions: each request is independent.',
      scenarios: ['server-sse-multiple-streams'],
    },
    { reason: NO_SUBSCRIPTIONS, scenarios: ['resources-subscribe', 'resources-unsubscribe'] },
  ],
};

/** The checks that apply to the service without the suite's own tools. */
export const OF_THE_SERVICE = {
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
} as const;

/** The expected failures in the suite's format. */
export function toBaseline(inapplicable: readonly Inapplicable[]): string {
  return `server:\n${inapplicable.flatMap(({ scenarios }) => scenarios.map(name => `  - ${name}\n`)).join('')}`;
}
