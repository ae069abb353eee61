import { z } from 'zod';
import type { Account, Credential, Scope } from '../../accounts/account.ts';
import type { DownloadMeter } from '../../accounts/credits/download-meter.ts';
import type { PlanTable } from '../../accounts/plans.ts';
import type { Delivery } from '../../archive/delivery.ts';
import type { Database } from '../../db/database.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { writeJson } from '../../kernel/write-json.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Route = `${HttpMethod} /${string}`;

/** `public` needs no credentials; the others are the lowest plan that may call. */
export type RequiredPlan = 'public' | 'free' | 'pro' | 'business';

/** A response that is already JSON text, in the shape of the operation's output (tests verify it). */
export class JsonText {
  readonly text: string;
  /** A digest that changes whenever the text does; null if the transport should compute it. */
  readonly etag: string | null;
  /** The value that the text was written from, which saves parsing it; null if it is not kept. */
  readonly value: object | null;
  /** The place of a large list in the text, so that it can be parsed in pieces; null if it has none. */
  readonly list: ListPlace | null;

  constructor(text: string, etag: string | null = null, value: object | null = null, list: ListPlace | null = null) {
    this.text = text;
    this.etag = etag;
    this.value = value;
    this.list = list;
  }
}

/** The place of a list in the text of a response. */
export interface ListPlace {
  /** The member of the response that is the list. */
  member: string;
  /** Offset of its opening bracket. */
  start: number;
  /** Lengths of its items in order. Commas are between them. */
  lengths: readonly number[];
}

/** Writes a response that has the shape of its operation's output without validation. */
export async function toJsonText(response: object): Promise<JsonText> {
  return new JsonText(await writeJson(response), null, response);
}

export type { Delivery } from '../../archive/delivery.ts';

/** A redirect response (302). */
export class Redirect {
  /** Absolute, or relative to the root of this service. */
  readonly location: string;
  /** Reverts the side effects of creating the redirect if it cannot be sent. */
  readonly withdraw: () => Promise<void>;

  constructor(location: string, withdraw: () => Promise<void>) {
    this.location = location;
    this.withdraw = withdraw;
  }
}

/** The output of operations that return a {@link Redirect}. */
export const redirect = z.custom<Redirect>(value => value instanceof Redirect);

/** An event of an {@link EventStream}. */
export interface StreamedEvent {
  /** Lets a client resume after a lost connection. */
  id: string;
  name: string;
  data: unknown;
}

/** A response that stays open for as long as its client listens. */
export class EventStream {
  /** The account that receives the stream; new events of this account trigger a read. */
  readonly accountId: string;
  /** The NOTIFY channel of new events; its payload names the accounts, or is empty if there are too many. */
  readonly channel: string;
  /** Returns the events since the last read, oldest first. */
  readonly read: () => Promise<StreamedEvent[]>;

  constructor(accountId: string, channel: string, read: () => Promise<StreamedEvent[]>) {
    this.accountId = accountId;
    this.channel = channel;
    this.read = read;
  }
}

/** A text that is computed while it is sent. */
export class TextStream {
  readonly accountId: string;
  /** One of the operation's media types. */
  readonly mediaType: string;
  readonly fileName: string;
  /** Path of the resource that describes the text, for the header Link. */
  readonly describedBy: string;
  /** How often the price of the operation is debited before the first piece. */
  readonly units: number;
  /** The text from its start. A generator that is closed early stops computing. */
  readonly pieces: () => AsyncGenerator<string, void, undefined>;

  constructor(of: Pick<TextStream, 'accountId' | 'mediaType' | 'fileName' | 'describedBy' | 'units' | 'pieces'>) {
    this.accountId = of.accountId;
    this.mediaType = of.mediaType;
    this.fileName = of.fileName;
    this.describedBy = of.describedBy;
    this.units = of.units;
    this.pieces = of.pieces;
  }
}

/** The output of operations that return a {@link TextStream}. */
export const textStream = z.custom<TextStream>(value => value instanceof TextStream);

/** The output of operations that return an {@link EventStream}. */
export const eventStream = z.custom<EventStream>(value => value instanceof EventStream);

/** Media types of responses that are not JSON. */
export const EVENT_STREAM = 'text/event-stream';
export const ATOM = 'application/atom+xml';
export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** The services that file downloads need. */
export interface Downloads {
  delivery: Delivery;
  meter: DownloadMeter;
}

/** What an operation may use: no request, no response, no clock of its own. Modules extend it with their services. */
export interface OperationContext {
  db: Database;
  /** Null on public operations called without credentials. */
  account: Account | null;
  /** The credential that authenticated the account; absent without an account. */
  credential?: Credential | undefined;
  now: Date;
  /** Absent if file downloads are not available. */
  downloads?: Downloads | undefined;
  /** Encrypts stored secrets; absent if accounts cannot be changed. */
  secretBox?: SecretBox | undefined;
  plans?: PlanTable | undefined;
  /** Data sets that the operator excludes from responses; absent = none. */
  switchedOff?: readonly DataSet[] | undefined;
}

/**
 * One definition per operation. Routing, validation, metering, plan checks, OpenAPI and tools are derived from it.
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
  /** What it returns, in which units, from which sources, and when values are missing. */
  description: string;
  tag: string;
  plan: RequiredPlan;
  /** The scope that the credential needs; `data:read` by default. */
  scope?: Scope;
  /** Status of a successful response, 200 by default; a 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Credits charged for a successful call; for a {@link TextStream}, for each of its units. */
  credits: number;
  /** How often the price is debited for a call with this input, 1 by default: once for ten rows. */
  unitsOf?(input: Record<string, unknown>): number;
  /** True for a POST that changes nothing: its body is too large for a URL. */
  readsOnly?: true;
  /** The largest body; 256 KiB by default. */
  maxBodyBytes?: number;
  /** Credits charged by the agent tool, if they differ from the route's. */
  toolCredits?: number;
  /** Error codes it may return beyond those of plan, validation and rate limits. */
  errors: readonly ErrorCode[];
  input: Input;
  /** Where members of `input` that are not in the path are read from, if it differs from the method's default. */
  restPlace?: 'body';
  output: Output;
  /** The schema of the response with `view=compact`, the default of the agent tool; absent if there is no such view. */
  compact?: z.ZodType;
  /** Media type of a response that is not JSON; transports render it from the output. */
  mediaType?: typeof EVENT_STREAM | typeof ATOM | typeof CSV;
  /** The media type that a {@link TextStream} may have instead. */
  otherMediaType?: typeof NDJSON;
  /** A valid call that the sample pack answers. Tests run it; OpenAPI and the documentation show it. */
  example: z.input<Input>;
  run(context: OperationContext, input: z.output<Input>): Promise<z.input<Output> | JsonText>;
}

/** An operation of any input and output, as transports handle it. */
export type AnyOperation = Omit<Operation, 'run'> & {
  // A method, so that operations with narrower inputs are assignable: transports parse with `input` before they call.
  run(context: OperationContext, input: Record<string, unknown>): Promise<unknown>;
};

/** Ties an operation's input and output types to its `run`. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Operation<Input, Output>,
): Operation<Input, Output> {
  return definition;
}

/** A stored data set that an operator may exclude from responses. */
export type DataSet = 'climate_targets';
