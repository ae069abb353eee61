/**
 * The dependency rules: docs/concepts/architecture.md states the table, this file enforces it. Tests are exempt from the module rules.
 */

/** Areas of `server/src/domain` in order: each may import from those before it, and from `kit`. */
const AREAS = ['filings', 'figures', 'markets', 'ownership', 'disclosures', 'insights'];

const TEST = '[.]test[.]ts$';
const KIT = '^server/src/domain/kit/';
/** Parts of a subject that others may import. */
const MODELS = '^server/src/domain/[^/]+/[^/]+/model(/|[.]ts$)';
const VIEWS = '^server/src/domain/[^/]+/[^/]+/(views|search)(/|[.]ts$)';
const OPERATIONS = '^server/src/((domain/[^/]+|delivery)/[^/]+|accounts)/operations/';
/** The shapes of webhooks' `data`, which the OpenAPI document shows. */
const WEBHOOK_PAYLOADS = '^server/src/delivery/webhooks/webhook-payloads[.]ts$';
const STORES = '^server/src/domain/[^/]+/[^/]+/store(/|[.]ts$|-[^/]+[.]ts$)';
const PARTS = '^server/src/domain/[^/]+/[^/]+/part[.]ts$';

/** Modules and the modules that each may import. */
const MODULES = {
  kernel: [],
  formats: ['kernel'],
  db: ['kernel'],
  jobs: ['db', 'kernel'],
  archive: ['db', 'jobs', 'kernel'],
};

const folder = module => `^server/src/${module}/`;

const platform = Object.entries(MODULES).map(([module, allowed]) => ({
  name: `${module}-boundary`,
  comment: `${module} imports only: ${allowed.join(', ') || 'nothing inside'}`,
  severity: 'error',
  from: { path: folder(module), pathNot: TEST },
  to: { path: '^server/src/', pathNot: [module, ...allowed].map(folder) },
}));

const areas = AREAS.map((area, at) => ({
  name: `area-${area}`,
  comment: `${area} imports no area to its right`,
  severity: 'error',
  from: { path: `^server/src/domain/${area}/`, pathNot: TEST },
  to: { path: `^server/src/domain/(${[...AREAS.slice(at + 1), ' '].join('|')})/` },
}));

/** A rule about every file of `from` that is no test: it imports nothing of the server but what `allowed` matches. */
function only(name, comment, from, allowed) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: TEST },
    to: { path: '^server/src/', pathNot: allowed },
  };
}

module.exports = {
  forbidden: [
    ...platform,
    ...areas,
    only('models-are-plain', 'a model imports models and the kernel', MODELS, [MODELS, folder('kernel')]),
    only(
      'rules-are-pure',
      'rules import models, rules of their subject or area, formats and the kernel',
      '^server/src/domain/[^/]+/[^/]+/rules/',
      [MODELS, '^server/src/domain/[^/]+/[^/]+/rules/', folder('kernel'), folder('formats')],
    ),
    only('kit-knows-no-subject', 'the kit imports no subject', KIT, [
      KIT,
      folder('kernel'),
      folder('db'),
      folder('archive'),
      folder('accounts'),
    ]),
    {
      name: 'subjects-share-models-and-views',
      comment: 'a subject imports models, rules and views of others, never their operations, part or store',
      severity: 'error',
      from: { path: '^server/src/domain/([^/]+)/([^/]+)/', pathNot: [TEST, STORES, PARTS] },
      to: {
        path: '^server/src/domain/([^/]+)/([^/]+)/',
        pathNot: ['^server/src/domain/$1/$2/', MODELS, VIEWS, '^server/src/domain/[^/]+/[^/]+/rules/', KIT],
      },
    },
    {
      name: 'stores-write-together',
      comment:
        'what writes may also use the store of another subject: persons are stored with the reports that name them',
      severity: 'error',
      from: { path: [STORES, PARTS], pathNot: TEST },
      to: { path: OPERATIONS },
    },
    {
      name: 'subjects-stand-on-the-platform',
      comment: 'a subject imports kernel, formats, db, jobs, archive and accounts, and no other module',
      severity: 'error',
      from: { path: '^server/src/domain/', pathNot: TEST },
      to: { path: '^server/src/(sources|pipeline|delivery|transports|cli)/' },
    },
    only('sources-boundary', 'connectors import formats, models and the kernel', folder('sources'), [
      folder('sources'),
      folder('formats'),
      folder('kernel'),
      MODELS,
    ]),
    only(
      'pipeline-boundary',
      'the pipeline imports sources, parts, the area of filings, delivery, jobs, archive, db and the kernel',
      folder('pipeline'),
      [
        ...['pipeline', 'sources', 'delivery', 'jobs', 'archive', 'db', 'kernel', 'domain/filings'].map(folder),
        '^server/src/domain/[^/]+[.]ts$',
        PARTS,
        MODELS,
        KIT,
      ],
    ),
    only('accounts-boundary', 'accounts import db, jobs, kernel, the kit, models and views', folder('accounts'), [
      ...['accounts', 'jobs', 'db', 'kernel'].map(folder),
      KIT,
      MODELS,
      VIEWS,
    ]),
    only(
      'delivery-boundary',
      'delivery imports accounts, db, jobs, kernel, the kit, models and views',
      folder('delivery'),
      [...['delivery', 'accounts', 'jobs', 'db', 'kernel'].map(folder), KIT, MODELS, VIEWS],
    ),
    only(
      'transports-boundary',
      'transports import operations, views, the kit, accounts, db and the kernel',
      folder('transports'),
      [...['transports', 'accounts', 'db', 'kernel'].map(folder), KIT, VIEWS, OPERATIONS, WEBHOOK_PAYLOADS],
    ),
    {
      name: 'operations-stay-apart',
      comment: 'an operation imports no other operation; what two share is a view',
      severity: 'error',
      from: { path: OPERATIONS, pathNot: TEST },
      to: { path: OPERATIONS },
    },
    {
      name: 'connectors-stay-apart',
      comment: 'one connector never imports another; sources/kit is shared',
      severity: 'error',
      from: { path: '^server/src/sources/([^/]+)/.+', pathNot: TEST },
      to: { path: '^server/src/sources/([^/]+)/.+', pathNot: '^server/src/sources/($1|kit)/' },
    },
    {
      name: 'client-is-independent',
      comment: 'the client knows the service by its OpenAPI document alone',
      severity: 'error',
      from: { path: '^client/src/', pathNot: TEST },
      to: { pathNot: '^client/src/|^node:' },
    },
    {
      name: 'web-uses-the-client',
      comment: 'the web app reaches the service through the client alone',
      severity: 'error',
      from: { path: '^web/src/', pathNot: TEST },
      to: { path: '^(server|bench|scripts)/' },
    },
    {
      name: 'pages-stay-apart',
      comment: 'a page imports no other page; what two share lives in components or beside the pages',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/.+' },
      to: { path: '^web/src/pages/([^/]+)/.+', pathNot: '^web/src/pages/$1/' },
    },
    { name: 'no-cycles', comment: 'dynamic imports count', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'main-is-the-root',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: '^server/src/main[.][jt]s$' },
    },
    {
      name: 'pg-only-in-db',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/db/|${TEST}` },
      to: { path: 'node_modules/(pg|pg-copy-streams)/' },
    },
    {
      name: 'config-only-from-the-root',
      comment: 'config/ alone reads the environment; main and cli pass its values on',
      severity: 'error',
      from: { path: '^server/src/(?!main[.]ts|cli/|config/)', pathNot: TEST },
      to: { path: '^server/src/config/' },
    },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: `[.]d[.]ts$|${TEST}` }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // dependency-cruiser cannot use TypeScript 7 (it would cruise nothing and pass), swc reads the same syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
    },
  },
};
