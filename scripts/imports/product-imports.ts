import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Import {
  /** Path from the root of the repository. */
  file: string;
  specifier: string;
  /** The imported file, from the root; null for a package. */
  target: string | null;
}

/** Files of the product, without tests and their helpers. */
const isProduct = (file: string): boolean =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/conformance\.ts$/.test(file);

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|^import )'([^']+)'/gm)].map(([, specifier = '']) => ({
    file,
    specifier,
    target: specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null,
  }));

/** All imports of the product's files, including type imports. */
export function productImports(): Import[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages'], {
    encoding: 'utf8',
  });
  return files.split('\n').filter(isProduct).flatMap(importsOf);
}
