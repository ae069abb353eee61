import { join } from 'node:path';
import type { Plan } from './accounts/account.ts';
import type { PlanLimits, PlanTable } from './accounts/plans.ts';
import type { ArchiveSettings } from './archive/settings.ts';
import type { DataSet } from './domain/kit/data-set.ts';
import type { LogFormat } from './kernel/log.ts';
import { OperatorError } from './kernel/operator-error.ts';
import { keySettings, limitSetting, SETTINGS, type Setting, settings } from './settings.ts';

/** What the environment asks for, parsed. Only main.js and cli/ read it; they hand its values down. */
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
  /** Null = the default of the log's format. */
  logLevel: string | null;
  /** Null = text on a terminal, JSON elsewhere. */
  logFormat: LogFormat | null;
  /** Null = the embedded PostgreSQL. */
  databaseUrl: string | null;
  loadsSample: boolean;
  discoversOnSchedule: boolean;
  /** Forms whose documents are fetched when a schedule meets a new filing. */
  documentForms: readonly string[] | 'all';
  /** Threads that parse and normalise. */
  workers: number;
  plans: PlanTable;
  /** Credits by operation, where an operator has set them. */
  prices: Readonly<Record<string, number>>;
  /** Where raw documents lie. */
  archive: ArchiveSettings;
  /** What signs download links; null = the key in the data folder. */
  downloadKey: string | null;
  /** What secrets are encrypted with; null = the key in the data folder. */
  secretKey: string | null;
  /** An origin; null = the address that is listened on. */
  publicUrl: string | null;
  switchedOff: readonly DataSet[];
  allowsSignUp: boolean;
  /** Null url = mail is written to the log. */
  mail: { smtpUrl: string | null; from: string };
  /** Hours since its publication for which something new is told to those who watch. */
  announcesForHours: number;
  webhooksMayBePrivate: boolean;
  /** Whose X-Forwarded-For is believed: nobody's, everybody's, or that of these addresses. */
  trustProxy: boolean | string[];
}

/**
 * The configuration that an environment asks for; a variable set to nothing counts as not set.
 * Throws {@link OperatorError} that names each wrong value and each unknown ASFILED_ variable.
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
  const plans = readPlans(definition => read(definition) ?? 0);
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
    logLevel: read(settings.logLevel),
    logFormat: read(settings.logFormat),
    databaseUrl: read(settings.databaseUrl),
    loadsSample: read(settings.loadsSample) ?? false,
    discoversOnSchedule: read(settings.discoversOnSchedule) ?? false,
    documentForms: read(settings.documentForms) ?? [],
    workers: read(settings.workers) ?? 1,
    plans,
    prices: read(settings.prices) ?? {},
    archive,
    downloadKey: read(settings.downloadKey),
    secretKey: read(settings.secretKey),
    publicUrl: read(settings.publicUrl),
    switchedOff: read(settings.showsClimateTargets) === false ? ['climate_targets'] : [],
    allowsSignUp: read(settings.allowsSignUp) ?? false,
    mail: { smtpUrl: read(settings.smtpUrl), from: read(settings.mailFrom) ?? '' },
    announcesForHours: read(settings.announcesForHours) ?? 0,
    webhooksMayBePrivate: read(settings.webhooksMayBePrivate) ?? false,
    trustProxy: read(settings.trustProxy) ?? false,
  };
  if (faults.length > 0) throw new OperatorError('wrong_setting', [...new Set(faults)].join('\n'));
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

function readPlans(read: (definition: Setting<number>) => number): PlanTable {
  const limitsOf = (plan: Plan): PlanLimits => ({
    downloadsPerDay: plan === 'business' ? read(settings.downloadsPerDay) : 0,
    webhooks: plan === 'business' ? read(settings.webhooks) : 0,
    watchlistEntries: read(limitSetting(plan, 'watchlistEntries')),
    analysesPerMinute: read(limitSetting(plan, 'analysesPerMinute')),
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
    yield `${name} is no setting of asfiled. There are ${all}, and ASFILED_PLAN_… (docs/reference/configuration.md).`;
  }
}
