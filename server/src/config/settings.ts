import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PLANS } from '../accounts/account.ts';
import { DEFAULT_PLANS } from '../accounts/plans.ts';
import { keySettings } from './key-settings.ts';
import { LIMIT_NAMES, limitSetting } from './plan-settings.ts';
import { onOrOff, type Setting, setting, text, wholeNumber } from './setting.ts';

/** Forms may contain spaces (`DEF 14A`), so only commas separate them. */
export function toForms(value: string): readonly string[] | 'all' {
  const given = value.trim().toLowerCase();
  if (given === 'all') return 'all';
  if (given === 'none') return [];
  return value
    .split(',')
    .map(form => form.trim().toUpperCase())
    .filter(form => form !== '');
}

const PRICE = /^\s*(\w+)=(\d{1,6})\s*$/;

function toPrices(value: string, context: z.RefinementCtx): Readonly<Record<string, number>> {
  const prices = value.split(',').map(entry => PRICE.exec(entry));
  if (prices.includes(null)) context.addIssue({ code: 'custom', message: 'is not a list of prices' });
  return Object.fromEntries(prices.map(price => [price?.[1], Number(price?.[2])]));
}

const ORIGIN = /^https?:\/\/[^\s/?#@]+$/;

const LOG_FORMATS = ['json', 'text'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const settings = {
  dataFolder: setting({
    name: 'ASFILED_DATA',
    description: 'The data folder: PostgreSQL, the archive of raw documents and the local key. Created on first start.',
    allowed: 'a path, relative to the working directory',
    default: './data',
    schema: text.transform(path => resolve(path)),
  }),
  host: setting({
    name: 'ASFILED_HOST',
    description: 'The address that the API listens on. Any address other than loopback exposes it to the network.',
    allowed: 'an IP address or host name of this machine',
    default: '127.0.0.1',
    schema: text.regex(/^[^\s/]+$/),
  }),
  port: setting({
    name: 'ASFILED_PORT',
    description: 'The port that the API listens on; 0 takes any free port.',
    default: '8080',
    ...wholeNumber(0, 65_535),
  }),
  contact: setting({
    name: 'ASFILED_CONTACT',
    description:
      "The operator's name and email, sent to registries with every request (SEC EDGAR requires it). Without it nothing is fetched.",
    allowed: 'a name with an email address, such as "Example Ltd admin@example.com"',
    default: null,
    schema: text.regex(/^[\x20-\x7e]*\S@\S+\.\S[\x20-\x7e]*$/),
  }),
  apiKey: setting({
    name: 'ASFILED_API_KEY',
    description: 'The API key whose account pays for the calls of `asfiled mcp`. Default: the key of this machine.',
    allowed: 'an API key',
    default: null,
    isSecret: true,
    schema: text,
  }),
  logLevel: setting({
    name: 'ASFILED_LOG_LEVEL',
    description: 'The lowest level that is logged, to standard error.',
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    default: null,
    defaultInWords: '`info`; `warn` for text',
    schema: z.enum(LOG_LEVELS),
  }),
  logFormat: setting({
    name: 'ASFILED_LOG_FORMAT',
    description: '`json` writes one JSON object per line, `text` a readable line.',
    allowed: 'json or text',
    default: null,
    defaultInWords: '`text` on a terminal, otherwise `json`',
    schema: z.enum(LOG_FORMATS),
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    description: 'A PostgreSQL server (15 or newer) to use instead of the embedded one. The database must exist.',
    allowed: 'postgres://user:password@host:port/database',
    default: null,
    schema: text.regex(/^postgres(ql)?:\/\/\S+$/),
    isSecret: true,
  }),
  loadsSample: setting({
    name: 'ASFILED_SAMPLE',
    description:
      'Whether `serve` loads the sample pack into an empty store. With 0, `serve` removes the fictional data of a loaded sample.',
    default: '1',
    ...onOrOff,
  }),
  discoversOnSchedule: setting({
    name: 'ASFILED_SCHEDULE',
    description: 'Whether registries are polled for new filings on a schedule. Has no effect without ASFILED_CONTACT.',
    default: '1',
    ...onOrOff,
  }),
  pollSeconds: setting({
    name: 'ASFILED_POLL_SECONDS',
    description:
      'Seconds between readings of the feed of current filings of SEC EDGAR. Each reading stores a page of the feed in the archive.',
    default: '60',
    ...wholeNumber(2, 60),
  }),
  documentForms: setting({
    name: 'ASFILED_DOCUMENTS',
    description:
      'The forms whose documents (text, tagged facts, exhibits) are fetched when the schedule finds a new filing, at every registry; amendments are included. `XBRL` stands for all tagged reports.',
    allowed: '`all`, `none`, or forms separated by commas',
    default: null,
    defaultInWords: '[by registry](registries/README.md#documents-fetched-by-default)',
    schema: text.transform(toForms),
  }),
  workers: setting({
    name: 'ASFILED_WORKERS',
    description: 'Threads that parse and normalise documents.',
    default: String(Math.min(64, availableParallelism())),
    defaultInWords: 'the number of processors',
    ...wholeNumber(1, 64),
  }),
  trustProxy: setting({
    name: 'ASFILED_TRUST_PROXY',
    description: "Whether X-Forwarded-For determines the client's address. Set it behind a reverse proxy only.",
    allowed: '0 (no), 1 (from anyone), or the addresses of the proxies, separated by commas',
    default: '0',
    schema: text.regex(/^([01]|[0-9a-fA-F.:/]{2,}(,[0-9a-fA-F.:/]{2,})*)$/).transform(toTrustProxy),
  }),
  s3Bucket: setting({
    name: 'ASFILED_S3_BUCKET',
    description:
      'The bucket of an S3-compatible store that holds the archive of raw documents instead of the data folder. It must exist.',
    allowed: 'a bucket name',
    default: null,
    schema: text.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  }),
  s3Endpoint: setting({
    name: 'ASFILED_S3_ENDPOINT',
    description: 'The endpoint of the S3-compatible store.',
    allowed: 'http(s)://host:port, without a path',
    default: null,
    defaultInWords: "Amazon's endpoint of the region",
    schema: text.regex(ORIGIN),
  }),
  s3PublicEndpoint: setting({
    name: 'ASFILED_S3_PUBLIC_ENDPOINT',
    description: 'The endpoint in download links, if callers reach the store by another address than asfiled does.',
    allowed: 'http(s)://host:port, without a path',
    default: null,
    defaultInWords: 'ASFILED_S3_ENDPOINT',
    schema: text.regex(ORIGIN),
  }),
  s3Region: setting({
    name: 'ASFILED_S3_REGION',
    description: 'The region for which requests to the store are signed.',
    allowed: 'a region',
    default: 'us-east-1',
    schema: text.regex(/^[A-Za-z0-9-]+$/),
  }),
  s3AccessKeyId: setting({
    name: 'ASFILED_S3_ACCESS_KEY_ID',
    description: 'The access key id of asfiled in that store. It needs rights to read, write, list and delete objects.',
    allowed: 'an access key id',
    default: null,
    schema: text.regex(/^\S+$/),
  }),
  s3SecretAccessKey: setting({
    name: 'ASFILED_S3_SECRET_ACCESS_KEY',
    description: 'The secret of that access key.',
    allowed: 'a secret access key',
    default: null,
    schema: text.regex(/^\S+$/),
    isSecret: true,
  }),
  s3Prefix: setting({
    name: 'ASFILED_S3_PREFIX',
    description: "Prefix of every object's name, so that a bucket can hold other data too.",
    allowed: 'letters, digits, `.`, `_`, `-` and `/`',
    default: null,
    schema: text
      .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/)
      .transform(prefix => (prefix.endsWith('/') ? prefix : `${prefix}/`)),
  }),
  s3PathStyle: setting({
    name: 'ASFILED_S3_PATH_STYLE',
    description: 'Whether the bucket is part of the URL path; 0 puts it before the host name.',
    default: '1',
    ...onOrOff,
  }),
  downloadKey: setting({
    name: 'ASFILED_DOWNLOAD_KEY',
    description:
      'The secret that signs download links if the archive is on disk. Processes behind one address that do not share a data folder need the same value.',
    allowed: 'a random text of at least 32 characters',
    default: null,
    defaultInWords: 'created on first start and kept in the data folder',
    schema: text.min(32),
    isSecret: true,
  }),
  publicUrl: setting({
    name: 'ASFILED_PUBLIC_URL',
    description: 'The public address of the service, which is also the issuer of its OAuth tokens.',
    allowed: 'http(s)://host or http(s)://host:port, without a path',
    default: null,
    defaultInWords: 'the address that it listens on',
    schema: text.regex(ORIGIN),
  }),
  secretKey: setting({
    name: 'ASFILED_SECRET_KEY',
    description:
      'The secret that encrypts secrets in the database. Processes that share a database but no data folder need the same value.',
    allowed: 'a random text of at least 32 characters',
    default: null,
    defaultInWords: 'created on first start and kept in the data folder',
    schema: text.min(32),
    isSecret: true,
  }),
  metricsToken: setting({
    name: 'ASFILED_METRICS_TOKEN',
    description: 'The token with which other machines may read /metrics. Without it only this machine may.',
    allowed: 'a random text of at least 16 printable characters without spaces',
    default: null,
    schema: text.regex(/^[\x21-\x7e]{16,256}$/),
    isSecret: true,
  }),
  showsClimateTargets: setting({
    name: 'ASFILED_CLIMATE_TARGETS',
    description:
      'Whether responses include stored climate targets of companies, which the Science Based Targets initiative publishes under its own terms.',
    default: '1',
    ...onOrOff,
  }),
  allowsSignUp: setting({
    name: 'ASFILED_SIGN_UP',
    description: 'Whether anyone who can reach the service may create an account (plan free).',
    default: '1',
    ...onOrOff,
  }),
  smtpUrl: setting({
    name: 'ASFILED_SMTP_URL',
    description: 'The mail server for confirmation and password reset links. Without it they are written to the log.',
    allowed: 'smtp(s)://user:password@host:port',
    default: null,
    schema: text.regex(/^smtps?:\/\/\S+$/),
    isSecret: true,
  }),
  mailFrom: setting({
    name: 'ASFILED_MAIL_FROM',
    description: 'The sender address of that mail.',
    allowed: 'an email address',
    default: 'asfiled@localhost',
    schema: text.regex(/^[^\s@<>]+@[^\s@<>]+$/),
  }),
  announcesForHours: setting({
    name: 'ASFILED_ANNOUNCE_HOURS',
    description: 'The maximum age of new data, in hours since publication, that still causes notifications.',
    default: '48',
    ...wholeNumber(1, 8_760),
  }),
  webhooksMayBePrivate: setting({
    name: 'ASFILED_WEBHOOK_ALLOW_PRIVATE',
    description: 'For development only: allows webhooks to private addresses and over http.',
    default: '0',
    ...onOrOff,
  }),
  modelUrl: setting({
    name: 'ASFILED_MODEL_URL',
    description:
      'Base address of a model with the OpenAI chat-completions protocol. It reads passages of new filings a second time and proposes events and red flags; see [the guide](../guides/second-reader.md). Without it no text leaves this machine.',
    allowed: 'a URL, such as `https://api.example.com/v1`',
    default: null,
    schema: text.regex(/^https?:\/\/[^\s/?#@]+[^\s?#@]*$/),
  }),
  modelName: setting({
    name: 'ASFILED_MODEL_NAME',
    description: 'The name of that model at its address. Records that it reads state it in `read_by`.',
    allowed: 'a name without spaces',
    default: null,
    schema: text.regex(/^[\x21-\x7e]{1,100}$/),
  }),
  modelKey: setting({
    name: 'ASFILED_MODEL_KEY',
    description: 'The key of that address, sent as a bearer token.',
    allowed: 'the key, without spaces',
    default: null,
    schema: text.regex(/^[\x21-\x7e]{1,1024}$/),
    isSecret: true,
  }),
  modelDailyTokens: setting({
    name: 'ASFILED_MODEL_DAILY_TOKENS',
    description:
      'Tokens per UTC day that the model may use, prompts and responses together. Passages beyond it wait for the next day.',
    default: '1000000',
    ...wholeNumber(0, 1_000_000_000_000),
  }),
  modelMayBePrivate: setting({
    name: 'ASFILED_MODEL_ALLOW_PRIVATE',
    description:
      'Allows a model at a private address, at any port and over http: one that runs on this machine or network.',
    default: '0',
    ...onOrOff,
  }),
  prices: setting({
    name: 'ASFILED_PRICES',
    description: 'Credits per call of operations, by REST and MCP, that override the built-in prices.',
    allowed: 'operations with whole numbers, such as `getCompanyFinancials=5,searchFilings=0`',
    default: null,
    schema: text.transform(toPrices),
  }),
  downloadsPerDay: setting({
    name: 'ASFILED_PLAN_BUSINESS_DOWNLOADS_PER_DAY',
    description: 'Plan business: links to archived files per UTC day. Other plans have none.',
    default: String(DEFAULT_PLANS.business.downloadsPerDay),
    ...wholeNumber(0, 1_000_000_000),
  }),
  webhooks: setting({
    name: 'ASFILED_PLAN_BUSINESS_WEBHOOKS',
    description: 'Plan business: webhooks per account. Other plans have none.',
    default: String(DEFAULT_PLANS.business.webhooks),
    ...wholeNumber(0, 100_000),
  }),
};

function toTrustProxy(value: string): boolean | string[] {
  return value.length === 1 ? value === '1' : value.split(',');
}

/** The service does not read it: the documentation uses it for the reader's key. */
const clientKey: Setting = {
  name: 'ASFILED_KEY',
  description: 'An API key for the examples of this documentation; the service itself does not read it.',
  allowed: 'a key',
  default: null,
  schema: text,
};

/** Every variable that is read, in the order of the documentation. */
export const SETTINGS: readonly Setting[] = [
  ...Object.values(settings),
  ...keySettings,
  ...PLANS.flatMap(plan => LIMIT_NAMES.map(limit => limitSetting(plan, limit))),
  clientKey,
];
