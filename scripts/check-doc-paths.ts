import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A path of this repository in a document: in back quotes, below one of the folders that a reader would open. */
const pathPattern = /`((?:packages|docs|examples|bench|e2e|scripts|\.ci)\/[A-Za-z0-9_./{},-]*)`/g;

/** `a/{b,c}.ts` stands for two paths. */
function expandBraces(text: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(text);
  if (!match) return [text];
  const [, before = '', choices = '', after = ''] = match;
  return choices.split(',').flatMap((choice) => expandBraces(before + choice + after));
}

/** The paths that a document names and that do not exist, each as `document: path`. */
export function missingPaths(root: string, documents: readonly string[]): string[] {
  return documents.flatMap((document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const named = [...text.matchAll(pathPattern)].flatMap((match) => expandBraces(match[1] ?? ''));
    return named.filter((name) => !existsSync(path.join(root, name))).map((name) => `${document}: ${name}`);
  });
}

if (process.argv[1] === import.meta.filename) {
  const root = path.join(import.meta.dirname, '..');
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const missing = missingPaths(root, documents);
  for (const line of missing) console.error(`No such path: ${line}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
