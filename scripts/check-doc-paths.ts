import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { variableRules } from '@upvigil/server/base/config/config';
import { commandSections, commands } from '../packages/cli/src/commands/registry.ts';
import { formatHelp, formatRootHelp } from '../packages/cli/src/help.ts';
import { brokenLinks } from './documents/links.ts';
import { unwrittenMessages } from './documents/messages.ts';
import { type KnownNames, unknownNames } from './documents/names.ts';

/** A path of this repository in back quotes, below one of these folders. */
const pathPattern = /`((?:packages|docs|examples|lab|scripts|\.ci)\/[A-Za-z0-9_./{},-]*)`/g;

/** A source file by its name alone, as in documents that describe many files. */
const fileNamePattern = /`([a-z0-9-]+\.(?:tsx?|mjs|cjs))`/g;

/** `a/{b,c}.ts` stands for two paths. */
function expandBraces(text: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(text);
  if (!match) return [text];
  const [, before = '', choices = '', after = ''] = match;
  return choices.split(',').flatMap((choice) => expandBraces(before + choice + after));
}

/** Paths in the documents that do not exist, each as `document: path`. */
export function missingPaths(root: string, documents: readonly string[]): string[] {
  return documents.flatMap((document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const named = [...text.matchAll(pathPattern)].flatMap((match) => expandBraces(match[1] ?? ''));
    return named.filter((name) => !existsSync(path.join(root, name))).map((name) => `${document}: ${name}`);
  });
}

/** File names in a document that no file of the repository has. */
export function missingNames(text: string, files: readonly string[]): string[] {
  const names = new Set(files.map((file) => path.basename(file)));
  return [...text.matchAll(fileNamePattern)].flatMap(([, name = '']) => (names.has(name) ? [] : [name]));
}

/** Names in capitals that are not variables of Upvigil: from protocols, the kernel and Node. */
const otherNames = [
  'CAP_NET_RAW',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NO_COLOR',
  ...alertTypes,
  ...networkMonitorTypes,
];
const helpWidth = 100;
const optionsIn = (help: string): Set<string> => new Set([...help.matchAll(/--[a-z-]+/g)].map(([option]) => option));

function knownNames(root: string): KnownNames {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
  const ofCommands = [...formatRootHelp(helpWidth, commandSections).matchAll(/\bUPVIGIL_[A-Z_]+/g)].map(
    ([name]) => name,
  );
  return {
    scripts: new Set(Object.keys(scripts)),
    commands: new Map(commands.map((each) => [each.path.join(' '), optionsIn(formatHelp(helpWidth, each))])),
    variables: new Set([...variableRules.map(({ name }) => name), ...ofCommands, 'UPVIGIL', ...otherNames]),
  };
}

/** Documents about the past, which may have old names, and generated documents. */
const isExempt = (document: string): boolean =>
  /^(CHANGELOG\.md|docs\/decisions\/.*|docs\/reference\/.*)$/.test(document);
/** Documents that quote messages of the product between apostrophes. */
const quotesProduct = (document: string): boolean => /^(README|SECURITY|CHANGELOG|docs\/[\w-]+)\.md$/.test(document);
/** Files that contain messages of the product. */
const writesMessages = (file: string): boolean =>
  /^packages\/.*(\.tsx?|\/catalogues\/.*\.json)$/.test(file) && !/\.test\.tsx?$/.test(file);

/** Folders of documents and texts, with everything below them. */
const folders = [
  'docs',
  'examples',
  'lab',
  'scripts',
  ...['core', 'server', 'web', 'cli'].map((name) => `packages/${name}/src`),
];

/** Every file of the repository to read, with its path from the root. */
function allFiles(root: string): string[] {
  const top = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const below = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  return [...top, ...below];
}

/** Everything that a document names and that does not exist, each as `document: what`. */
export function untruths(root: string): string[] {
  const files = allFiles(root);
  const documents = files.filter((file) => file.endsWith('.md'));
  const known = knownNames(root);
  const sources = files
    .filter(writesMessages)
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const others = documents.flatMap((document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const found = [
      ...brokenLinks(root, document),
      ...(isExempt(document) ? [] : [...unknownNames(text, known), ...missingNames(text, files)]),
      ...(quotesProduct(document)
        ? unwrittenMessages(text, sources).map((message) => `no message of the product says '${message}'`)
        : []),
    ];
    return found.map((trouble) => `${document}: ${trouble}`);
  });
  return [...missingPaths(root, documents), ...others];
}

if (process.argv[1] === import.meta.filename) {
  const found = untruths(path.join(import.meta.dirname, '..'));
  for (const line of found) console.error(`Not there: ${line}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
