import { join } from 'node:path';
import type { Plan } from '../accounts/account.ts';
import type { PlanLimits, PlanTable } from '../accounts/plans.ts';
import type { ArchiveSettings } from '../archive/archive.ts';
import type { DataSet } from '../domain/kit/operation.ts';
import type { LogFormat } from '../kernel/log.ts';
import { findUrlProblem } from '../kernel/network/guarded-dispatcher.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { ModelSettings } from '../pipeline/second-reader/model-client.ts';
import { keySettings } from './key-settings.ts';
import { limitSetting } from './plan-settings.ts';
import type { Setting } from './setting.ts';
import { SETTINGS, settings } from './settings.ts';

/** The parsed settings of the environment. Only main.js and cli/ read them; they pass the values on. */
export interface Config {
  /** Absolute path. */
  dataFolder: string;
  host: string;
  /** 0 = any free port. */
  port: number;
  /** The operator's name and email, sent to registries; null = nothing is fetched. */
  contact: string | null;
  /** The API key that `asfiled mcp` uses; null = the key of this machine. */
  apiKey: string | null;
  /** API keys of registries by the name of their setting; unset ones are absent. */
  keys: Readonly<Record<string, string>>;
  /** Null = the default of the log's format. */
  logLevel: string | null;
  /** Null = text on a terminal, JSON elsewhere. */
  logFormat: LogFormat | null;
  /** Null = the embedded PostgreSQL. */
  databaseUrl: string | null;
  loadsSample: boolean;
  discoversOnSchedule: boolean;
  /** Seconds between readings of feeds whose registries allow so many. */
  pollSeconds: number;
  /** Forms whose documents are fetched when the schedule finds a new filing. */
  /** Null if each registry fetches its own default. */
  documentForms: readonly string[] | 'all' | null;
  /** Threads that parse and normalise. */
  workers: number;
  plans: PlanTable;
  /** Credits by operation, for those that the operator has overridden. */
  prices: Readonly<Record<string, number>>;
  /** Location of the archive of raw documents. */
  archive: ArchiveSettings;
  /** Secret that signs download links; null = the key in the data folder. */
  downloadKey: string | null;
  /** Secret that encrypts secrets in the database; null = the key in the data folder. */
  secretKey: string | null;
  /** An origin; null = the address that the service listens on. */
  publicUrl: string | null;
  /** Allows reading /metrics from other machines; null = loopback only. */
  metricsToken: string | null;
  switchedOff: readonly DataSet[];
  allowsSignUp: boolean;
  /** Null url = mail is written to the log. */
  mail: { smtpUrl: string | null; from: string };
  /** Maximum age in hours, since publication, at which new data still causes notifications. */
  announcesForHours: number;
  webhooksMayBePrivate: boolean;
  /** The model that reads passages of filings a second time; null = none. */
  model: ModelSettings | null;
  /** Proxies whose X-Forwarded-For is trusted: none, all, or those at the given addresses. */
  trustProxy: boolean | string[];
}

/**
 * Parses the configuration of an environment; an empty variable counts as unset. Throws {@link OperatorError} that
 * names every invalid value and every unknown ASFILED_ variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const faults = [...unknownNames(environment)];

  function read<T>(definition: Setting<T>): T | null {
    const raw = environment[definition.name] || definition.default;
    if (raw === null) return null;
    const parsed = definition.schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    const displayed = definition.isSecret ? 'not understood' : JSON.stringify(raw);
    faults.push(`${definition.name} is ${displayed}; allowed: ${definition.allowed}.`);
    return null;
  }

  // A setting with a default is null only after an error, and then nothing is returned.
  const plans = readPlans(definition => read(definition) ?? 0);
  const archive = readArchive(read, faults);
  const model = readModel(read, faults);
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
    pollSeconds: read(settings.pollSeconds) ?? 60,
    documentForms: read(settings.documentForms),
    workers: read(settings.workers) ?? 1,
    plans,
    prices: read(settings.prices) ?? {},
    archive,
    downloadKey: read(settings.downloadKey),
    secretKey: read(settings.secretKey),
    publicUrl: read(settings.publicUrl),
    metricsToken: read(settings.metricsToken),
    switchedOff: read(settings.showsClimateTargets) === false ? ['climate_targets'] : [],
    allowsSignUp: read(settings.allowsSignUp) ?? false,
    mail: { smtpUrl: read(settings.smtpUrl), from: read(settings.mailFrom) ?? '' },
    announcesForHours: read(settings.announcesForHours) ?? 0,
    webhooksMayBePrivate: read(settings.webhooksMayBePrivate) ?? false,
    model,
    trustProxy: read(settings.trustProxy) ?? false,
  };
  if (faults.length > 0) throw new OperatorError('wrong_setting', [...new Set(faults)].join('\n'));
  return config;
}

/** In the data folder, unless a bucket is set; then its credentials must be set too. */
function readArchive(read: <T>(definition: Setting<T>) => T | null, faults: string[]): ArchiveSettings {
  const dataFolder = read(settings.dataFolder) ?? '';
  const bucket = read(settings.s3Bucket);
  const needed = [settings.s3AccessKeyId, settings.s3SecretAccessKey];
  if (bucket === null) {
    const useless = [settings.s3Endpoint, settings.s3PublicEndpoint, settings.s3Prefix, ...needed];
    for (const { name } of useless.filter(setting => read(setting) !== null)) {
      faults.push(`${name} is set but ASFILED_S3_BUCKET is not.`);
    }
    return { kind: 'disk', folder: join(dataFolder, 'archive') };
  }
  for (const { name } of needed.filter(setting => read(setting) === null)) {
    faults.push(`ASFILED_S3_BUCKET is set but ${name} is not.`);
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

/** Null without an address. With an address, the name of the model is required. */
function readModel(read: <T>(definition: Setting<T>) => T | null, faults: string[]): ModelSettings | null {
  const url = read(settings.modelUrl);
  const name = read(settings.modelName);
  const key = read(settings.modelKey);
  if (url === null) {
    for (const { name: useless } of [settings.modelName, settings.modelKey].filter(setting => read(setting) !== null))
      faults.push(`${useless} is set but ASFILED_MODEL_URL is not.`);
    return null;
  }
  if (name === null) faults.push('ASFILED_MODEL_URL is set but ASFILED_MODEL_NAME is not.');
  const allowPrivate = read(settings.modelMayBePrivate) ?? false;
  const problem = findUrlProblem(url, { allowPrivate });
  if (problem !== null)
    faults.push(`ASFILED_MODEL_URL ${problem}. ASFILED_MODEL_ALLOW_PRIVATE=1 allows private addresses and http.`);
  return { url, name: name ?? '', key, dailyTokens: read(settings.modelDailyTokens) ?? 0, allowPrivate };
}

function readPlans(read: (definition: Setting<number>) => number): PlanTable {
  const limitsOf = (plan: Plan): PlanLimits => ({
    downloadsPerDay: plan === 'business' ? read(settings.downloadsPerDay) : 0,
    webhooks: plan === 'business' ? read(settings.webhooks) : 0,
    watchlistEntries: read(limitSetting(plan, 'watchlistEntries')),
    savedScreens: read(limitSetting(plan, 'savedScreens')),
    screenAlerts: read(limitSetting(plan, 'screenAlerts')),
    analysesPerMinute: read(limitSetting(plan, 'analysesPerMinute')),
    creditsPerDay: read(limitSetting(plan, 'creditsPerDay')),
    creditsPerMonth: read(limitSetting(plan, 'creditsPerMonth')),
    requestsPerSecond: read(limitSetting(plan, 'requestsPerSecond')),
    burst: read(limitSetting(plan, 'burst')),
    callsAtOnce: read(limitSetting(plan, 'callsAtOnce')),
  });
  return { free: limitsOf('free'), pro: limitsOf('pro'), business: limitsOf('business') };
}

function* unknownNames(environment: Readonly<Record<string, string | undefined>>): Generator<string> {
  const known = new Set(SETTINGS.map(({ name }) => name));
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('ASFILED_') || known.has(name)) continue;
    const all = [...known].filter(other => !other.startsWith('ASFILED_PLAN_')).join(', ');
    yield `${name} is not a setting of asfiled. Settings are ${all}, and ASFILED_PLAN_… (docs/reference/configuration.md).`;
  }
}
