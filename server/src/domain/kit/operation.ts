import { z } from 'zod';
import type { Account, Credential, Scope } from '../../accounts/account.ts';
import type { DownloadMeter } from '../../accounts/credits/download-meter.ts';
import type { PlanTable } from '../../accounts/plans.ts';
import type { Delivery } from '../../archive/delivery.ts';
import type { Database } from '../../db/database.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { DataSet } from './data-set.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Route = `${HttpMethod} /${string}`;

/** `public` needs no credentials; the others are the least plan that may call. */
export type RequiredPlan = 'public' | 'free' | 'pro' | 'business';

/** An answer that is JSON text already, in the shape of the operation's output (tests hold it to that). */
export class JsonText {
  readonly text: string;
  /** A digest that changes whenever the text does; without it the transport digests the text. */
  readonly etag: string | null;

  constructor(text: string, etag: string | null = null) {
    this.text = text;
    this.etag = etag;
  }
}

export type { Delivery } from '../../archive/delivery.ts';

/** An answer that sends the caller elsewhere: 302. */
export class Redirect {
  /** Absolute, or from the root of this service. */
  readonly location: string;
  /** Undoes what making it took, where it can't be sent after all. */
  readonly withdraw: () => Promise<void>;

  constructor(location: string, withdraw: () => Promise<void>) {
    this.location = location;
    this.withdraw = withdraw;
  }
}

/** The output of operations that answer with a {@link Redirect}. */
export const redirect = z.custom<Redirect>(value => value instanceof Redirect);

/** Something that is told in an {@link EventStream}. */
export interface StreamedEvent {
  /** By which a client that was cut off asks for what came after. */
  id: string;
  name: string;
  data: unknown;
}

/** An answer that goes on for as long as its caller listens. */
export class EventStream {
  /** Whom it is for: it is looked at when something came for this account. */
  readonly accountId: string;
  /** What is notified in the store when something comes; its payload names accounts, or none where they are many. */
  readonly channel: string;
  /** What came since it was read last, oldest first. */
  readonly read: () => Promise<StreamedEvent[]>;

  constructor(accountId: string, channel: string, read: () => Promise<StreamedEvent[]>) {
    this.accountId = accountId;
    this.channel = channel;
    this.read = read;
  }
}

/** The output of operations that answer with an {@link EventStream}. */
export const eventStream = z.custom<EventStream>(value => value instanceof EventStream);

/** Media types of answers that are not JSON. */
export const EVENT_STREAM = 'text/event-stream';
export const ATOM = 'application/atom+xml';
export const CSV = 'text/csv';

/** What handing out files takes. */
export interface Downloads {
  delivery: Delivery;
  meter: DownloadMeter;
}

/** What an operation may reach: no request, no response, no clock of its own. Modules add their services to it. */
export interface OperationContext {
  db: Database;
  /** Null on public operations called without credentials. */
  account: Account | null;
  /** What the account was shown by; absent with it. */
  credential?: Credential | undefined;
  now: Date;
  /** Absent where no files are handed out. */
  downloads?: Downloads | undefined;
  /** What secrets are kept in; absent where no account can be changed. */
  secretBox?: SecretBox | undefined;
  plans?: PlanTable | undefined;
  /** Data sets that the operator keeps from answers; absent = none. */
  switchedOff?: readonly DataSet[] | undefined;
}

/**
 * One definition per operation. Routing, validation, metering, plan gates, OpenAPI and tools are loops over these.
 * Members of `input` that the route names in braces are path parameters; the rest are the query of a GET or DELETE and
 * the body of a POST or PATCH.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** camelCase, OpenAPI's operationId. */
  name: string;
  route: Route;
  /** The agent tool's name, or why there is none. */
  tool: string | { none: string };
  /** One line. */
  summary: string;
  /** What it answers, in which units, from which sources, and when it says what is missing. */
  description: string;
  tag: string;
  plan: RequiredPlan;
  /** What the credential must be allowed; `data:read` where it is not said. */
  scope?: Scope;
  /** Of a successful answer, 200 where it is not said; a 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Credits that a successful call debits. */
  credits: number;
  /** Credits that the agent tool debits, where they are not the route's. */
  toolCredits?: number;
  /** Codes that it may answer beyond those of its plan, validation and limits. */
  errors: readonly ErrorCode[];
  input: Input;
  /** Where members of `input` stand that are not in the path, where it is not as their method has it. */
  restPlace?: 'body';
  output: Output;
  /** Of the answer where it is not JSON: transports make it from the output. */
  mediaType?: typeof EVENT_STREAM | typeof ATOM | typeof CSV;
  /** A real call, answerable from the sample pack; tests run it, OpenAPI and the documentation show it. */
  example: z.input<Input>;
  run(context: OperationContext, input: z.output<Input>): Promise<z.input<Output> | JsonText>;
}

/** An operation of whatever input and output: what the loops of the transports work with. */
export type AnyOperation = Omit<Operation, 'run'> & {
  // A method, so that operations with narrower inputs are among them: transports parse with `input` before they call.
  run(context: OperationContext, input: Record<string, unknown>): Promise<unknown>;
};

/** Ties an operation's input and output types to its `run`. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Operation<Input, Output>,
): Operation<Input, Output> {
  return definition;
}
