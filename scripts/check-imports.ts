import path from 'node:path';
import { type Import, productImports } from './imports/product-imports.ts';

/** The folders of the server in the order of its imports: a file imports from its own folder and from those above. */
const serverOrder = [
  'product-files.ts',
  'base',
  'storage',
  'storage/settings',
  'checks/schedule',
  'checks/probe',
  'checks/engine',
  'checks/record',
  'checks/monitors',
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
];

/** What files of a package may import besides their own. */
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

/** The place of a file of the server in the order; the deepest folder that is listed counts. */
function rankOf(file: string): number {
  const within = file.replace('packages/server/src/', '');
  const folders = serverOrder.filter((folder) => within === folder || within.startsWith(`${folder}/`));
  return serverOrder.indexOf(folders.sort((a, b) => b.length - a.length)[0] ?? '');
}

/** What is wrong with one import; null when nothing is. */
function problemOf({ file, specifier, target }: Import): string | null {
  const [, name = ''] = file.split('/');
  const rules = packages[name];
  if (target === null) return rules && !rules.allowed.test(specifier) ? rules.why : null;
  if (target.includes('/testing/')) return 'the folders testing are for tests only';
  if (name === 'server' && rankOf(file) < 0) return 'its folder is not in the order of scripts/check-imports.ts';
  return name === 'server' && rankOf(target) > rankOf(file) ? 'it comes later in the order of imports' : null;
}

/** Pairs of sibling folders of the server that import each other, each as `parent: a <-> b`. */
function circles(imports: readonly Import[]): string[] {
  const arrows = new Set<string>();
  for (const { file, target } of imports) {
    if (target === null || !file.startsWith('packages/server/')) continue;
    const [from, to] = [path.posix.dirname(file).split('/'), path.posix.dirname(target).split('/')];
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
