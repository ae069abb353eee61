/**
 * Who may know whom: docs/architecture.md states the table, this file holds the code to it.
 * Each room lists the rooms that it may import; a test may also import what it tests with.
 */
const ROOMS = {
  kernel: [],
  model: ['kernel'],
  formats: ['kernel'],
  sources: ['formats', 'model', 'kernel'],
  normalise: ['model', 'kernel'],
  db: ['kernel'],
  jobs: ['db', 'kernel'],
  store: ['db', 'jobs', 'model', 'kernel'],
  archive: ['db', 'jobs', 'model', 'kernel'],
  accounts: ['db', 'jobs', 'model', 'kernel'],
  delivery: ['db', 'jobs', 'model', 'kernel'],
  capabilities: ['normalise', 'db', 'accounts', 'archive', 'delivery', 'model', 'kernel'],
  pipeline: ['sources', 'normalise', 'store', 'archive', 'delivery', 'jobs', 'db', 'model', 'kernel'],
  transports: ['capabilities', 'accounts', 'db', 'kernel'],
};

/** What a connector's folder says to the model: plain values of the model's own types. */
const CATALOGUE = '^server/src/sources/[^/]+/catalogue[.]ts$';

const rooms = Object.entries(ROOMS).map(([room, may]) => ({
  name: `room-${room}`,
  comment: `${room} may know only: ${may.join(', ') || 'nothing inside'}`,
  severity: 'error',
  from: { path: `^server/src/${room}/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: '^server/src/',
    pathNot: [`^server/src/(${[room, ...may].join('|')})/`, ...(room === 'model' ? [CATALOGUE] : [])],
  },
}));

module.exports = {
  forbidden: [
    ...rooms,
    {
      name: 'client-alone',
      comment: 'the client knows the service by its OpenAPI document and nothing of the house',
      severity: 'error',
      from: { path: '^client/src/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^client/src/|^node:' },
    },
    {
      name: 'web-by-the-client',
      comment: 'the web app is a client like any other: it reaches the service through the client alone',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(server|bench|scripts)/' },
    },
    {
      name: 'no-sibling-pages',
      comment: 'a page never knows another; what two share stands in web/src/components or beside the pages',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/.+' },
      to: { path: '^web/src/pages/([^/]+)/.+', pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'no-cycles',
      comment: 'what is loaded when it is wanted is no part of a cycle: a route knows its page that way',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-sibling-connectors',
      comment: 'one connector never knows another',
      severity: 'error',
      from: { path: '^server/src/sources/([^/]+)/.+' },
      to: { path: '^server/src/sources/([^/]+)/.+', pathNot: '^server/src/sources/($1|http|xbrl)/' },
    },
    {
      name: 'catalogues-are-plain',
      comment: 'the model lists the catalogues of connectors, so they know the model alone',
      severity: 'error',
      from: { path: CATALOGUE },
      to: { pathNot: '^server/src/model/registry-entry[.]ts$' },
    },
    {
      name: 'no-sibling-capabilities',
      comment: 'a capability never knows another; what two share stands in capabilities/ itself',
      severity: 'error',
      from: { path: '^server/src/capabilities/([^/]+)/.+', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/src/capabilities/([^/]+)/.+', pathNot: '^server/src/capabilities/$1/' },
    },
    {
      name: 'main-is-the-root',
      severity: 'error',
      from: { pathNot: '[.]test[.]ts$' },
      to: { path: '^server/src/main[.]ts$' },
    },
    {
      name: 'pg-only-in-db',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/db/|[.]test[.]ts$' },
      to: { path: 'node_modules/(pg|pg-copy-streams)/' },
    },
    {
      name: 'config-only-from-the-root',
      comment: 'config.ts alone reads the environment; main and cli hand its values down',
      severity: 'error',
      from: { path: '^server/src/(?!main[.]ts|cli/|config|settings)', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/src/(config|settings)[.]ts$' },
    },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: '[.]d[.]ts$|[.]test[.]ts$' }, to: {} },
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
