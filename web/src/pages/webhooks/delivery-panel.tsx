import type { UserWebhookDeliveryOut } from '@asfiled/client';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { copyText } from '../../components/ui/announce.ts';
import { ChangeError } from '../../components/ui/change-error.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Segments } from '../../components/ui/segments.tsx';
import { makeFocusable } from '../../keyboard/keys.ts';
import { describeDeliveryError, describeNextAttempt } from './delivery-labels.ts';
import css from './page.module.css';

type Attempt = UserWebhookDeliveryOut['attempts'][number];

/** One delivery: next step, attempts, request and response. */
export function DeliveryPanel({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const input = { webhook_id: webhookId, delivery_id: deliveryId };
  const query = useApi('getWebhookDelivery', input);
  const replay = useChange('replayWebhookDelivery', [
    'listWebhookDeliveries',
    'getWebhookDelivery',
    'countWebhookHours',
  ]);
  return (
    <section className={css.panel} aria-label="Delivery">
      <Loaded query={query} subject="this delivery">
        {delivery => (
          <>
            <div className="row">
              <b className="grow">{describeNextAttempt(delivery, Date.now())}</b>
              <button type="button" className="button small" disabled={replay.isBusy} onClick={() => replay.run(input)}>
                Resend
              </button>
            </div>
            <p className="mono quiet">webhook-id {delivery.id}</p>
            {delivery.replay_of && <p className="quiet">Repeats {delivery.replay_of}</p>}
            <ChangeError of={replay} />
            <ol className={css.attempts}>
              {delivery.attempts.map(attempt => (
                <li key={attempt.attempt} data-failed={attempt.error !== undefined || undefined}>
                  <span className="quiet">{attempt.sent_at.slice(11, 19)}</span>
                  <span className="grow">
                    {attempt.error === undefined
                      ? `${attempt.status_code}`
                      : describeDeliveryError(attempt.error, attempt.status_code)}
                  </span>
                  <span className="quiet">{attempt.duration_ms} ms</span>
                </li>
              ))}
            </ol>
            <Exchange delivery={delivery} last={delivery.attempts.at(-1)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

type Part = 'request' | 'answer' | 'headers';

/** The last request and its response. */
function Exchange({ delivery, last }: { delivery: UserWebhookDeliveryOut; last: Attempt | undefined }) {
  const [part, setPart] = useState<Part>('request');
  const text = textOf(part, delivery, last);
  return (
    <>
      <div className="row">
        <Segments
          label="Part"
          value={part}
          options={[
            { value: 'request', label: 'Request' },
            { value: 'answer', label: 'Response' },
            { value: 'headers', label: 'Headers' },
          ]}
          onChange={setPart}
        />
        <span className="grow" />
        <button type="button" className="icon-button" aria-label="Copy" onClick={() => copyText(text, 'The text')}>
          <Icon name="copy" />
        </button>
      </div>
      <pre className={css.code} ref={makeFocusable}>
        {text}
      </pre>
    </>
  );
}

function textOf(part: Part, { envelope }: UserWebhookDeliveryOut, last: Attempt | undefined): string {
  if (part === 'request') return indented(last?.request?.body ?? JSON.stringify(envelope));
  if (part === 'answer') return last?.answer || (last?.status_code == null ? 'No response.' : 'The response is empty.');
  const headers = Object.entries(last?.request?.headers ?? {});
  return headers.length === 0 ? 'No request was sent.' : headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** Pretty-printed JSON; anything else unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
