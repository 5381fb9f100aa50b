import path from 'node:path';
import { type Import, productImports } from './imports/product-imports.ts';

/** Folders and files in import order: a file imports from its own folder and from those above it. */
const orders: Record<string, readonly string[]> = {
  core: [
    'limits.ts',
    'time.ts',
    'time-ranges.ts',
    'defaults.ts',
    'contract/names',
    'contract/errors.ts',
    'contract/fields',
    'contract/secrets',
    'contract/check-options',
    'contract/monitor-kinds',
    'contract/channel-kinds',
    'contract',
    'format',
    'texts',
    'rules',
    'languages',
    'status',
    'client',
    'limit-concurrency.ts',
  ],
  server: [
    'product-files.ts',
    'base',
    'storage',
    'storage/settings',
    'checks/schedule',
    'checks/commands',
    'checks/probe',
    'checks/engine',
    'checks/record',
    'checks/monitors',
    'checks/heartbeats',
    'checks/screenshots',
    'alerts/maintenance',
    'alerts/decide',
    'alerts/notify',
    'alerts/expiry',
    'alerts/incidents',
    'alerts/reports',
    'access',
    'operations/backup',
    'operations/sharing',
    'operations/health',
    'operations/diagnostics',
    'api/http',
    'api/metrics',
    'api/routes',
    'public/status',
    'public/pages',
    'compose',
    'main.ts',
  ],
};

/** Other files that the files of a package may import. */
const packages: Record<string, { allowed: RegExp; why: string }> = {
  core: {
    allowed: /^(?!node:|@upvigil\/|upvigil\/)/,
    why: 'core runs in the browser too and imports no other package',
  },
  server: { allowed: /^(?!@upvigil\/(?!core\/)|upvigil\/)/, why: 'the server imports core only' },
  web: {
    allowed: /^(?!node:|@upvigil\/(?!core\/)|upvigil\/)/,
    why: 'the web app knows the server by its contract only',
  },
  cli: { allowed: /^(?!@upvigil\/web)/, why: 'the command line does not import the web app' },
};

/** Position of a file in the order of its package; the deepest entry counts. */
function rankOf(order: readonly string[], file: string): number {
  const within = file.replace(/^packages\/[^/]+\/src\//, '');
  const entries = order.filter((entry) => within === entry || within.startsWith(`${entry}/`));
  return order.indexOf(entries.sort((a, b) => b.length - a.length)[0] ?? '');
}

/** The problem of an import; null if it is allowed. */
function problemOf({ file, specifier, target }: Import): string | null {
  const [, name = ''] = file.split('/');
  if (target === null) return packageProblem(file, specifier);
  if (target.includes('/testing/')) return 'the folders testing are for tests only';
  const order = orders[name];
  if (!order) return null;
  if (rankOf(order, file) < 0) return 'its folder is not in the order of scripts/check-imports.ts';
  return rankOf(order, target) > rankOf(order, file) ? 'it comes later in the order of imports' : null;
}

function packageProblem(file: string, specifier: string): string | null {
  const rules = packages[file.split('/')[1] ?? ''];
  if (rules && !rules.allowed.test(specifier)) return rules.why;
  const isContract = file.startsWith('packages/core/src/contract/');
  return isContract && specifier !== 'zod' ? 'the contract imports zod and no other package' : null;
}

/** Packages in which sibling folders must not import each other in both directions. */
const withoutCircles = [...Object.keys(orders), 'cli', 'web'];

/** Sibling folders that import each other, each as `parent: a <-> b`. */
function circles(imports: readonly Import[]): string[] {
  const arrows = new Set<string>();
  for (const { file, target } of imports) {
    if (target === null || !withoutCircles.includes(file.split('/')[1] ?? '')) continue;
    const from = path.posix.dirname(file).split('/');
    const to = path.posix.dirname(target).split('/');
    const at = from.findIndex((folder, index) => folder !== to[index]);
    if (at >= 0 && at < to.length) arrows.add([from.slice(0, at).join('/'), from[at], to[at]].join(' '));
  }
  return [...arrows].flatMap((arrow) => {
    const [parent = '', a = '', b = ''] = arrow.split(' ');
    return a < b && arrows.has([parent, b, a].join(' ')) ? [`${parent}: ${a} <-> ${b}`] : [];
  });
}

const imports = productImports();
const found = [
  ...imports.flatMap((each) => {
    const problem = problemOf(each);
    return problem === null ? [] : [`${each.file} imports ${each.specifier}: ${problem}`];
  }),
  ...circles(imports).map((pair) => `sibling folders import each other in ${pair}`),
];
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
