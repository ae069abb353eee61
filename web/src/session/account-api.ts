/** A rejected form, with a message for the user. */
export class FormError extends Error {
  override readonly name = 'FormError';
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
 * Calls the routes of sign-in, sign-up, reset and consent, which are not API operations and identify a browser by its
 * cookie. Sends a POST if a body is given. Throws {@link FormError}.
 */
export async function fetchAccountApi<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    path,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new FormError(0, 'The service cannot be reached. Try again in a moment.');
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  throw new FormError(response.status, refusalMessage(answer as Refusal));
}

function refusalMessage({ message, detail, retry_after_seconds: seconds }: Refusal): string {
  const faults = detail?.map(
    ({ loc, msg }) => `The ${loc.at(-1)} ${/^(is|has|must|needs)\b/.test(msg) ? msg : `is invalid: ${msg}`}`,
  );
  if (faults !== undefined) return `${faults.join('. ')}.`;
  const wait = seconds === undefined ? '' : ` Try again in ${formatWait(seconds)}.`;
  return (message ?? 'The service failed. Try again in a moment.') + wait;
}

/** `40 seconds`, `3 minutes`. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
