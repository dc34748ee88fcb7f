// Who may import whom. Capture groups guard new folders by themselves: `$1` is the module or feature the file belongs to.
// Every rule's comment is what the person who broke it reads.

const test = '\\.test\\.tsx?$'
const routes = '^server/src/modules/.+(/|\\.)routes\\.ts$'
const service = '^server/src/modules/.+(/|\\.)service\\.ts$'
const rules = '^server/src/modules/.+(/|\\.)rules\\.ts$'
const store = '^server/src/modules/.+(/|\\.)store\\.ts$'
const contractKernel = '^contract/src/kernel/'
const namesOfAll = ['^contract/src/collected/domains\\.ts$', '^contract/src/menu/routes\\.ts$']

const forbid = (name, comment, from, path, pathNot) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { path, ...(pathNot ? { pathNot } : {}) },
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-unresolved',
      comment: 'This import leads nowhere: a misspelt path, a package that is not installed, or one that exports nothing.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or a third one is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unreached-files',
      comment: 'Nobody imports this file and it imports nobody: connect it or delete it.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', test, '/(main|index)\\.tsx?$', '\\.config\\.(ts|mjs)$', '^tools/'] },
      to: {},
    },
    forbid('no-test-code-in-product', 'What a test needs stays with the tests.', { path: '/src/', pathNot: [test, '^bench/'] }, [
      test,
      '^(server|console|simulator)/test/',
      '^e2e/',
    ]),
    forbid('tools-are-on-top', 'Tools know the product, never the other way.', { pathNot: '^(tools/|[^/]+$)' }, '^tools/'),
    forbid(
      'contract-is-a-leaf',
      'The contract knows zod and itself, nothing else.',
      { path: '^contract/src', pathNot: test },
      '.',
      ['^contract/src', 'node_modules/zod/'],
    ),
    forbid(
      'contract-kernel-knows-no-domain',
      'How calls, nouns and events are described is ground for all domains: it must not look up to one of them.',
      { path: contractKernel, pathNot: test },
      '^contract/src/',
      [contractKernel, ...namesOfAll],
    ),
    // Types alone, so that a name that does not exist does not compile: records that a field may name, permissions and screens.
    forbid(
      'contract-kernel-asks-few-names',
      'What all domains refer to is known to the kinds of fields, which screens and permissions there are to calls, nouns and topics.',
      { path: contractKernel, pathNot: [test, `${contractKernel}(field|call|noun|topic)\\.ts$`] },
      namesOfAll,
    ),
    forbid(
      'runtimes-meet-only-in-contract',
      'Server, console and simulator never import each other; what they agree on belongs in the contract.',
      { path: '^(server|console|simulator)/src' },
      '^(server|console|simulator)/src',
      '^$1/src',
    ),
    forbid('e2e-stays-outside', 'Browser tests see the site as an operator does.', { path: '^e2e/' }, '^(server|console)/'),

    forbid(
      'kernel-knows-no-module',
      'Shared ground must not look up to what stands on it.',
      { path: '^server/src/(kernel|http)/' },
      '^server/src/(modules/|(app|main|modules|gateways)\\.ts$)',
    ),
    forbid(
      'kernel-knows-no-gateway',
      'The kernel stands below the gateways too.',
      { path: '^server/src/kernel/' },
      '^server/src/gateways/',
    ),
    forbid(
      'modules-know-no-gateway',
      'A module takes what any gateway hears; by which one it came is nothing to it.',
      { path: '^server/src/modules/' },
      '^server/src/gateways/',
    ),
    forbid(
      'gateways-enter-by-the-door',
      'A gateway enters a module by its index.ts only, and knows neither the application nor another gateway.',
      { path: '^server/src/gateways/([^/]+)/' },
      ['^server/src/(modules|gateways)/', '^server/src/(app|main|modules|gateways)\\.ts$'],
      ['^server/src/gateways/($1|shared)/', '^server/src/modules/[^/]+/index\\.ts$'],
    ),
    forbid(
      'module-door',
      'Another module is entered by its index.ts only.',
      { path: '^server/src/modules/([^/]+)/' },
      '^server/src/modules/([^/]+)/',
      '^server/src/modules/($1/|[^/]+/index\\.ts$)',
    ),
    forbid(
      'app-uses-the-door',
      'The application too enters a module by its index.ts.',
      { path: '^server/src/[^/]+\\.ts$', pathNot: test },
      '^server/src/modules/[^/]+/',
      '/index\\.ts$',
    ),
    forbid(
      'modules-do-not-know-the-app',
      'The application knows the modules, not they it.',
      { path: '^server/src/modules/' },
      '^server/src/(app|main|modules|gateways)\\.ts$',
    ),
    forbid(
      'routes-ask-services',
      'A route translates and asks the service; it never touches a store or the database.',
      { path: routes },
      [store, '^server/src/kernel/db\\.ts$'],
    ),
    forbid(
      'only-stores-hold-sql',
      'SQL lives in the store of its module, nowhere else.',
      { path: '^server/src/(modules|gateways)/', pathNot: [store, test] },
      ['^server/src/kernel/db\\.ts$', 'node_modules/(kysely|pg)/'],
    ),
    forbid(
      'services-do-not-know-http',
      'A service decides; that it was asked over HTTP is the business of its routes.',
      { path: [service, rules, store] },
      [routes, 'node_modules/fastify/', '^(node:)?https?$'],
    ),
    forbid(
      'rules-are-pure',
      'Rules decide from what they are given: they know the contract and calculations of their own module, nothing else.',
      { path: rules },
      '.',
      ['^contract/src', '^server/src/modules/'],
    ),
    {
      name: 'rules-stay-pure',
      comment:
        'What rules calculate with must be as pure as they are: no database, no network, no kernel, not even through another file.',
      severity: 'error',
      from: { path: rules },
      to: {
        path: [routes, service, store, '^server/src/(kernel|gateways)/', '^node_modules/(fastify|pg|kysely|ws)/'],
        reachable: true,
      },
    },

    forbid(
      'features-do-not-know-each-other',
      'What two features share is in shared/, where they appear together app/ passes a list.',
      { path: '^console/src/features/([^/]+)/' },
      '^console/src/features/([^/]+)/',
      '^console/src/features/$1/',
    ),
    forbid(
      'app-collects-features',
      'What features bring is collected from their index.ts (app/features.ts); only home and the wall display, whose parts the product fixes, name them.',
      { path: '^console/src/app/', pathNot: [test, '^console/src/app/(home\\.tsx$|wall/)'] },
      '^console/src/features/',
    ),
    forbid(
      'features-do-not-know-the-app',
      'The app knows the features, not they it.',
      { path: '^console/src/features/' },
      '^console/src/app/',
    ),
    forbid(
      'shared-does-not-look-up',
      'Shared ground must not look up to what stands on it.',
      { path: '^console/src/shared/' },
      '^console/src/(features|app)/',
    ),
    forbid(
      'maps-know-no-live-link',
      'A map is given what moves on it and what time it is there (shared/moving): live, played back or indoors it is the same map.',
      { path: '^console/src/shared/(map|moving)/', pathNot: test },
      '^console/src/shared/live/',
    ),
    forbid(
      'one-home-for-sip',
      'Only the telephony feature and the helmets of the simulator speak SIP; the server speaks it itself, and is tried with this.',
      {
        path: '.',
        pathNot: ['^console/src/features/telephony/', '^simulator/src/links/', '^server/test/', test, 'node_modules'],
      },
      '(^|node_modules/)sip\\.js(/|$)',
    ),

    forbid(
      'world-is-pure',
      'The simulated site computes: it does no input or output and does not know how it is connected.',
      { path: '^simulator/src/(world|actors)/', pathNot: test },
      '.',
      ['^simulator/src/(world|actors)/', '^simulator/src/(cast|plant)\\.ts$', '^contract/src'],
    ),
    forbid(
      'world-knows-no-actor',
      'Actors live in the world, not it in them.',
      { path: '^simulator/src/world/' },
      '^simulator/src/actors/',
    ),
    forbid(
      'scenarios-know-no-link',
      'A scenario says what happens, a link how it is told.',
      { path: '^simulator/src/scenarios/' },
      '^simulator/src/links/',
    ),
  ],
  required: [
    {
      name: 'routes-speak-the-contract',
      comment: 'Routes serve calls of the contract.',
      severity: 'error',
      module: { path: routes },
      to: { path: '^contract/src' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^console/dist/', '^var/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count: a rule is about what a reader has to know.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'browser', 'default'] },
  },
}
