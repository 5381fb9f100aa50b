import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Files of the product: neither tests nor their helpers. */
const isProduct = (file: string): boolean =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/conformance\.ts$/.test(file);

const importsTestCode = (file: string): boolean =>
  /(from|import\() *'[^']*\/testing\//.test(readFileSync(file, 'utf8'));

const files = execFileSync('git', ['ls-files', 'packages'], { encoding: 'utf8' }).split('\n');
const found = files.filter((file) => isProduct(file) && existsSync(file) && importsTestCode(file));
for (const file of found) console.error(`${file} imports from a folder testing, which is for tests only`);
if (found.length > 0) process.exitCode = 1;
