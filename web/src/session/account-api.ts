/** What the service says where it does not do what was asked, in words that can be shown. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Refusal {
  message?: string;
  detail?: { loc: (string | number)[]; msg: string }[];
  retry_after_seconds?: number;
}

/**
 * Asks what the pages of sign-in, sign-up, reset and consent ask: routes that are no operations and know a browser by its
 * cookie. With a body it is a POST. Throws {@link AskError}.
 */
export async function askService<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    path,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new AskError(0, 'The service cannot be reached. Try again in a moment.');
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  throw new AskError(response.status, wordsOf(answer as Refusal));
}

function wordsOf({ message, detail, retry_after_seconds: seconds }: Refusal): string {
  const faults = detail?.map(
    ({ loc, msg }) => `The ${loc.at(-1)} ${/^(is|has|must|needs)\b/.test(msg) ? msg : `is wrong: ${msg}`}`,
  );
  if (faults !== undefined) return `${faults.join('. ')}.`;
  const wait = seconds === undefined ? '' : ` Try again in ${waitInWords(seconds)}.`;
  return (message ?? 'The service failed. Try again in a moment.') + wait;
}

/** `40 seconds`, `3 minutes`. */
export function waitInWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
