import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { PLANS, type Plan } from './accounts/account.ts';
import { DEFAULT_PLANS, type PlanLimits, type PlanTable } from './accounts/plans.ts';
import type { ArchiveSettings } from './archive/settings.ts';
import { Refusal } from './kernel/refusal.ts';

/** What the environment asks for, parsed. Only main.ts and cli/ read it; they hand its values down. */
export interface Config {
  /** Absolute. */
  dataFolder: string;
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Who operates this, as registries are told; null = nothing goes out. */
  contact: string | null;
  /** Whom `asfiled mcp` speaks for; null = whoever runs this. */
  apiKey: string | null;
  /** Keys of registries by the name of their setting; those that are not set are absent. */
  keys: Readonly<Record<string, string>>;
  logLevel: string;
  /** Null = the embedded PostgreSQL. */
  databaseUrl: string | null;
  loadsSample: boolean;
  discoversOnSchedule: boolean;
  /** Forms whose documents are fetched when a schedule meets a new filing. */
  documentForms: readonly string[] | 'all';
  /** Threads that parse and normalise. */
  workers: number;
  plans: PlanTable;
  /** Where raw documents lie. */
  archive: ArchiveSettings;
  /** What signs download links; null = the key in the data folder. */
  downloadKey: string | null;
  /** Whose X-Forwarded-For is believed: nobody's, everybody's, or that of these addresses. */
  trustProxy: boolean | string[];
}

/** One environment variable. `docs/configuration.md` is the list of these. */
export interface Setting<T = unknown> {
  name: string;
  description: string;
  /** What may be given, in words. */
  allowed: string;
  /** As it would be written in the environment; null = not set. */
  default: string | null;
  /** In words, where the default depends on the machine. */
  defaultInWords?: string;
  schema: z.ZodType<T, string>;
  /** Never repeated in a message. */
  isSecret?: boolean;
}

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

const text = z.string();
const count = z.string().regex(/^\d+$/).transform(Number);

function wholeNumber(from: number, to: number): Pick<Setting<number>, 'allowed' | 'schema'> {
  return { allowed: `a whole number from ${from} to ${to}`, schema: count.pipe(z.number().min(from).max(to)) };
}

const onOrOff: Pick<Setting<boolean>, 'allowed' | 'schema'> = {
  allowed: '1 (yes) or 0 (no)',
  schema: z.enum(['0', '1']).transform(value => value === '1'),
};

function toForms(value: string): readonly string[] | 'all' {
  const given = value.trim().toLowerCase();
  if (given === 'all') return 'all';
  if (given === 'none') return [];
  return value
    .split(',')
    .map(form => form.trim().toUpperCase())
    .filter(form => form !== '');
}

const ORIGIN = /^https?:\/\/[^\s/?#@]+$/;

/** A key of a registry: what the setting is called, whose it is, and where one gets it. */
function keySetting(name: string, what: string): Setting<string> {
  return setting({
    name,
    description: `${what} Without it nothing is asked there; recorded answers (--mirror) need none.`,
    allowed: 'the key, without blanks',
    default: null,
    schema: text.regex(/^[\x21-\x7e]{8,256}$/),
    isSecret: true,
  });
}

const keySettings = [
  keySetting(
    'ASFILED_EDINET_KEY',
    'The subscription key of EDINET (Japan), free at https://api.edinet-fsa.go.jp/api/auth/index.aspx?mode=1.',
  ),
  keySetting('ASFILED_OPENDART_KEY', 'The key of OpenDART (Korea), free at https://opendart.fss.or.kr.'),
  keySetting(
    'ASFILED_COMPANIES_HOUSE_KEY',
    'A REST key of Companies House (United Kingdom), free at https://developer.company-information.service.gov.uk. The downloads of accounts need none.',
  ),
  keySetting(
    'ASFILED_COMPANIES_HOUSE_STREAM_KEY',
    'A stream key of Companies House, free at the same place: a key of its own.',
  ),
] as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const settings = {
  dataFolder: setting({
    name: 'ASFILED_DATA',
    description:
      'The data folder: PostgreSQL, the archive of raw documents and the local key. Made at the first start.',
    allowed: 'a path, relative to the folder of the command',
    default: './data',
    schema: text.transform(path => resolve(path)),
  }),
  host: setting({
    name: 'ASFILED_HOST',
    description: 'The address that the API listens on. Anything but loopback offers it to the network.',
    allowed: 'an IP address or host name of this machine',
    default: '127.0.0.1',
    schema: text.regex(/^[^\s/]+$/),
  }),
  port: setting({
    name: 'ASFILED_PORT',
    description: 'The port that the API listens on; 0 takes any free one.',
    default: '8080',
    ...wholeNumber(0, 65_535),
  }),
  contact: setting({
    name: 'ASFILED_CONTACT',
    description:
      'Who runs this, told to registries with every request (SEC EDGAR demands it). Without it nothing is fetched.',
    allowed: 'a name with an email address, such as "Example Ltd admin@example.com"',
    default: null,
    schema: text.regex(/^[\x20-\x7e]*\S@\S+\.\S[\x20-\x7e]*$/),
  }),
  apiKey: setting({
    name: 'ASFILED_API_KEY',
    description: 'The key to whose account `asfiled mcp` charges its calls; that of this machine unless given.',
    allowed: 'an API key',
    default: null,
    isSecret: true,
    schema: text,
  }),
  logLevel: setting({
    name: 'ASFILED_LOG_LEVEL',
    description: 'The least severe messages that are logged, as JSON lines on standard error.',
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    schema: z.enum(LOG_LEVELS),
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    description: 'A PostgreSQL (15 or newer) of your own to use instead of the embedded one. The database must exist.',
    allowed: 'postgres://user:password@host:port/database',
    default: null,
    schema: text.regex(/^postgres(ql)?:\/\/\S+$/),
    isSecret: true,
  }),
  loadsSample: setting({
    name: 'ASFILED_SAMPLE',
    description: 'Whether `serve` fills an empty store with the sample pack.',
    default: '1',
    ...onOrOff,
  }),
  discoversOnSchedule: setting({
    name: 'ASFILED_SCHEDULE',
    description: 'Whether new filings are looked for on a schedule. Does nothing without ASFILED_CONTACT.',
    default: '1',
    ...onOrOff,
  }),
  documentForms: setting({
    name: 'ASFILED_DOCUMENTS',
    description:
      'The forms whose documents (text, tagged facts, exhibits) are fetched when the schedule meets a new filing, each with its amendments.',
    allowed: '`all`, `none`, or forms divided by commas',
    default: '10-K,10-Q,20-F,40-F,8-K,6-K,DEF 14A',
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
    description: "Whether X-Forwarded-For tells the caller's address: set it behind a reverse proxy, and only there.",
    allowed: '0 (no), 1 (from anyone), or the addresses of the proxies, separated by commas',
    default: '0',
    schema: text.regex(/^([01]|[0-9a-fA-F.:/]{2,}(,[0-9a-fA-F.:/]{2,})*)$/).transform(toTrustProxy),
  }),
  s3Bucket: setting({
    name: 'ASFILED_S3_BUCKET',
    description:
      'The bucket of an S3-compatible store that holds the archive of raw documents, instead of the data folder. It must exist.',
    allowed: 'the name of a bucket',
    default: null,
    schema: text.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  }),
  s3Endpoint: setting({
    name: 'ASFILED_S3_ENDPOINT',
    description: 'The address of that store.',
    allowed: 'http(s)://host:port, without a path',
    default: null,
    defaultInWords: "Amazon's, in the region given",
    schema: text.regex(ORIGIN),
  }),
  s3PublicEndpoint: setting({
    name: 'ASFILED_S3_PUBLIC_ENDPOINT',
    description:
      'The address of that store in download links, where callers reach it by another one than asfiled does.',
    allowed: 'http(s)://host:port, without a path',
    default: null,
    defaultInWords: 'the same',
    schema: text.regex(ORIGIN),
  }),
  s3Region: setting({
    name: 'ASFILED_S3_REGION',
    description: 'The region that requests to that store are signed for.',
    allowed: 'a region',
    default: 'us-east-1',
    schema: text.regex(/^[A-Za-z0-9-]+$/),
  }),
  s3AccessKeyId: setting({
    name: 'ASFILED_S3_ACCESS_KEY_ID',
    description: 'Who asfiled is to that store: it reads, writes, lists and deletes objects.',
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
    description: 'What the name of every object begins with, so that a bucket can hold other things too.',
    allowed: 'letters, digits, `.`, `_`, `-` and `/`',
    default: null,
    schema: text
      .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/)
      .transform(prefix => (prefix.endsWith('/') ? prefix : `${prefix}/`)),
  }),
  s3PathStyle: setting({
    name: 'ASFILED_S3_PATH_STYLE',
    description: 'Whether the bucket stands in the path of addresses; 0 puts it before the host.',
    default: '1',
    ...onOrOff,
  }),
  downloadKey: setting({
    name: 'ASFILED_DOWNLOAD_KEY',
    description:
      'What signs download links where the archive is on disk. Processes behind one address that do not share a data folder need the same.',
    allowed: 'a random text of 32 characters or more',
    default: null,
    defaultInWords: 'made at the first start and kept in the data folder',
    schema: text.min(32),
    isSecret: true,
  }),
  downloadsPerDay: setting({
    name: 'ASFILED_PLAN_BUSINESS_DOWNLOADS_PER_DAY',
    description: 'Plan business: links to archived files a UTC day. Other plans have none.',
    default: String(DEFAULT_PLANS.business.downloadsPerDay),
    ...wholeNumber(0, 1_000_000_000),
  }),
};

function toTrustProxy(value: string): boolean | string[] {
  return value.length === 1 ? value === '1' : value.split(',');
}

type CommonLimit = Exclude<keyof PlanLimits, 'downloadsPerDay'>;

const LIMITS: Record<CommonLimit, { suffix: string; what: string }> = {
  creditsPerDay: { suffix: 'CREDITS_PER_DAY', what: 'credits a UTC day' },
  creditsPerMonth: { suffix: 'CREDITS_PER_MONTH', what: 'credits a UTC month' },
  requestsPerSecond: { suffix: 'REQUESTS_PER_SECOND', what: 'requests a second, sustained' },
  burst: { suffix: 'BURST', what: 'requests at once after a pause' },
};

const LIMIT_NAMES = Object.keys(LIMITS).filter((name): name is CommonLimit => name in LIMITS);

function limitSetting(plan: Plan, limit: CommonLimit): Setting<number> {
  const { suffix, what } = LIMITS[limit];
  return {
    name: `ASFILED_PLAN_${plan.toUpperCase()}_${suffix}`,
    description: `Plan ${plan}: ${what}.`,
    default: String(DEFAULT_PLANS[plan][limit]),
    ...wholeNumber(1, 1_000_000_000),
  };
}

/** Read by nothing of ours: documentation tells readers to keep their key in it. */
const clientKey: Setting = {
  name: 'ASFILED_KEY',
  description: 'An API key for the examples of this documentation; the service itself does not read it.',
  allowed: 'a key',
  default: null,
  schema: text,
};

/** Every variable that is read, in the order in which the documentation lists them. */
export const SETTINGS: readonly Setting[] = [
  ...Object.values(settings),
  ...keySettings,
  ...PLANS.flatMap(plan => LIMIT_NAMES.map(limit => limitSetting(plan, limit))),
  clientKey,
];

/**
 * The configuration that an environment asks for; a variable set to nothing counts as not set.
 * Throws {@link Refusal} that names each wrong value and each unknown ASFILED_ variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const faults = [...unknownNames(environment)];

  function read<T>(definition: Setting<T>): T | null {
    const given = environment[definition.name] || definition.default;
    if (given === null) return null;
    const parsed = definition.schema.safeParse(given);
    if (parsed.success) return parsed.data;
    const shown = definition.isSecret ? 'not understood' : JSON.stringify(given);
    faults.push(`${definition.name} is ${shown}; allowed: ${definition.allowed}.`);
    return null;
  }

  // A setting with a default is null only after a fault, and then nothing is returned.
  const plans = readPlans(definition => read(definition) ?? 0, read(settings.downloadsPerDay) ?? 0);
  const archive = readArchive(read, faults);
  const config: Config = {
    dataFolder: read(settings.dataFolder) ?? '',
    host: read(settings.host) ?? '',
    port: read(settings.port) ?? 0,
    contact: read(settings.contact),
    apiKey: read(settings.apiKey),
    keys: Object.fromEntries(
      keySettings.flatMap(definition => {
        const key = read(definition);
        return key === null ? [] : [[definition.name, key]];
      }),
    ),
    logLevel: read(settings.logLevel) ?? '',
    databaseUrl: read(settings.databaseUrl),
    loadsSample: read(settings.loadsSample) ?? false,
    discoversOnSchedule: read(settings.discoversOnSchedule) ?? false,
    documentForms: read(settings.documentForms) ?? [],
    workers: read(settings.workers) ?? 1,
    plans,
    archive,
    downloadKey: read(settings.downloadKey),
    trustProxy: read(settings.trustProxy) ?? false,
  };
  if (faults.length > 0) throw new Refusal('wrong_setting', [...new Set(faults)].join('\n'));
  return config;
}

/** In the data folder, unless a bucket is named; then whatever access to it takes must be there too. */
function readArchive(read: <T>(definition: Setting<T>) => T | null, faults: string[]): ArchiveSettings {
  const dataFolder = read(settings.dataFolder) ?? '';
  const bucket = read(settings.s3Bucket);
  const needed = [settings.s3AccessKeyId, settings.s3SecretAccessKey];
  if (bucket === null) {
    const useless = [settings.s3Endpoint, settings.s3PublicEndpoint, settings.s3Prefix, ...needed];
    for (const { name } of useless.filter(one => read(one) !== null)) {
      faults.push(`${name} is set, but no ASFILED_S3_BUCKET.`);
    }
    return { kind: 'disk', folder: join(dataFolder, 'archive') };
  }
  for (const { name } of needed.filter(one => read(one) === null)) {
    faults.push(`ASFILED_S3_BUCKET is set, but no ${name}.`);
  }
  const region = read(settings.s3Region) ?? '';
  const endpoint = read(settings.s3Endpoint) ?? `https://s3.${region}.amazonaws.com`;
  return {
    kind: 's3',
    folder: join(dataFolder, 'archive-copies'),
    endpoint,
    publicEndpoint: read(settings.s3PublicEndpoint) ?? endpoint,
    bucket,
    region,
    accessKeyId: read(settings.s3AccessKeyId) ?? '',
    secretAccessKey: read(settings.s3SecretAccessKey) ?? '',
    prefix: read(settings.s3Prefix) ?? '',
    pathStyle: read(settings.s3PathStyle) ?? true,
  };
}

function readPlans(read: (definition: Setting<number>) => number, downloadsPerDay: number): PlanTable {
  const limitsOf = (plan: Plan): PlanLimits => ({
    downloadsPerDay: plan === 'business' ? downloadsPerDay : 0,
    creditsPerDay: read(limitSetting(plan, 'creditsPerDay')),
    creditsPerMonth: read(limitSetting(plan, 'creditsPerMonth')),
    requestsPerSecond: read(limitSetting(plan, 'requestsPerSecond')),
    burst: read(limitSetting(plan, 'burst')),
  });
  return { free: limitsOf('free'), pro: limitsOf('pro'), business: limitsOf('business') };
}

function* unknownNames(environment: Readonly<Record<string, string | undefined>>): Generator<string> {
  const known = new Set(SETTINGS.map(({ name }) => name));
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('ASFILED_') || known.has(name)) continue;
    const all = [...known].filter(other => !other.startsWith('ASFILED_PLAN_')).join(', ');
    yield `${name} is no setting of asfiled. There are ${all}, and ASFILED_PLAN_… (docs/configuration.md).`;
  }
}
