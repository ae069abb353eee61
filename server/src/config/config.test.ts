import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../kernel/operator-error.ts';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return '';
}

describe('readConfig', () => {
  it('uses the defaults without any variable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      contact: null,
      databaseUrl: null,
      loadsSample: true,
      discoversOnSchedule: true,
      documentForms: null,
    });
    expect(isAbsolute(config.dataFolder)).toBe(true);
    expect(config.plans.pro).toEqual({
      analysesPerMinute: 30,
      creditsPerDay: 10_000,
      creditsPerMonth: 200_000,
      requestsPerSecond: 25,
      burst: 100,
      callsAtOnce: 16,
      downloadsPerDay: 0,
      savedScreens: 100,
      screenAlerts: 20,
      webhooks: 0,
      watchlistEntries: 500,
    });
    expect(config.plans.business.downloadsPerDay).toBe(1_000);
    expect(config.archive).toEqual({ kind: 'disk', folder: join(config.dataFolder, 'archive') });
  });

  it('uses a bucket for the archive if one is set, and requires its credentials', () => {
    const bucket = {
      ASFILED_S3_BUCKET: 'filings',
      ASFILED_S3_REGION: 'eu-central-1',
      ASFILED_S3_ACCESS_KEY_ID: 'someone',
      ASFILED_S3_SECRET_ACCESS_KEY: 'secret',
      ASFILED_S3_PREFIX: 'raw/2024',
    };
    expect(readConfig(bucket).archive).toMatchObject({
      kind: 's3',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      publicEndpoint: 'https://s3.eu-central-1.amazonaws.com',
      prefix: 'raw/2024/',
      pathStyle: true,
    });
    expect(faultsOf({ ...bucket, ASFILED_S3_SECRET_ACCESS_KEY: '' })).toContain('ASFILED_S3_SECRET_ACCESS_KEY');
    expect(faultsOf({ ASFILED_S3_ENDPOINT: 'https://store.example' })).toContain('ASFILED_S3_BUCKET is not');
    expect(faultsOf({ ...bucket, ASFILED_S3_ENDPOINT: 'store.example/path' })).toContain('ASFILED_S3_ENDPOINT');
    expect(faultsOf({ ASFILED_DOWNLOAD_KEY: 'too short' })).not.toContain('too short');
  });

  it('reads every variable and treats empty ones as unset', () => {
    expect(
      readConfig({
        ASFILED_PORT: '9000',
        ASFILED_CONTACT: 'Example Ltd admin@example.com',
        ASFILED_SAMPLE: '0',
        ASFILED_LOG_LEVEL: '',
        ASFILED_TRUST_PROXY: '10.0.0.1,fd00::/8',
        ASFILED_PLAN_FREE_CREDITS_PER_DAY: '7',
        DATABASE_URL: 'postgresql://me@db/asfiled',
        HOME: '/root',
      }),
    ).toMatchObject({
      port: 9000,
      contact: 'Example Ltd admin@example.com',
      loadsSample: false,
      logLevel: null,
      trustProxy: ['10.0.0.1', 'fd00::/8'],
      databaseUrl: 'postgresql://me@db/asfiled',
      plans: { free: { creditsPerDay: 7, creditsPerMonth: 1_000 } },
    });
  });

  it.each([
    ['ASFILED_PORT', '65536'],
    ['ASFILED_PORT', '-1'],
    ['ASFILED_PORT', '80.5'],
    ['ASFILED_HOST', 'http://localhost'],
    ['ASFILED_CONTACT', 'nobody'],
    ['ASFILED_CONTACT', 'a@b.c\r\nX-Evil: 1'],
    ['ASFILED_LOG_LEVEL', 'loud'],
    ['ASFILED_LOG_FORMAT', 'xml'],
    ['ASFILED_SCHEDULE', 'true'],
    ['ASFILED_TRUST_PROXY', 'yes'],
    ['ASFILED_WORKERS', '0'],
    ['ASFILED_PLAN_PRO_BURST', 'many'],
    ['ASFILED_PRICES', 'getCompanyFinancials'],
    ['ASFILED_PRICES', 'getCompanyFinancials=-1'],
    ['ASFILED_PRICES', 'getCompanyFinancials=5,,'],
    ['DATABASE_URL', 'mysql://db/asfiled'],
  ])('rejects %s=%j, naming the variable and the accepted values', (name, value) => {
    expect(faultsOf({ [name]: value })).toMatch(new RegExp(`^${name} is .*; allowed: .+\\.$`));
  });

  it('reports every error at once, unknown variables included', () => {
    const faults = faultsOf({ ASFILED_PORT: 'x', ASFILED_WORKERS: 'y', ASFILED_PROT: '1' }).split('\n');
    expect(faults.map(fault => fault.split(' ')[0]).sort()).toEqual([
      'ASFILED_PORT',
      'ASFILED_PROT',
      'ASFILED_WORKERS',
    ]);
  });
});

describe('SETTINGS', () => {
  it('describes each variable once, with a default that it accepts itself', () => {
    expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length);
    for (const setting of SETTINGS) {
      expect(setting.description).toMatch(/\.$/);
      if (setting.default !== null) expect(setting.schema.safeParse(setting.default).success).toBe(true);
    }
  });
});
