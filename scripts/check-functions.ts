import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** Lines of code of one function: what is read in one go. Blank lines and comments do not count. */
const functionSize = 60;

/** Tests, what helps them, and migrations are read from top to bottom like a list. */
const isCounted = (file: string): boolean =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$|\/testing\/|\/migrations\/|\/conformance\.ts$|\.d\.ts$/.test(file);

const isCode = (line: string): boolean => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line);

/** One sentence for each function that is too long: declarations, arrows, methods and components alike. */
export function findLongFunctions(file: string, text: string): string[] {
  const complaints: string[] = [];
  const measure = ({ start, end }: { start: number; end: number }): void => {
    const lines = text.slice(start, end).split('\n').filter(isCode).length;
    if (lines <= functionSize) return;
    const line = text.slice(0, start).split('\n').length;
    complaints.push(
      `${file}:${line} is a function of ${lines} lines, and one has ${functionSize}: split it by meaning`,
    );
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program);
  return complaints;
}

if (process.argv[1] === import.meta.filename) {
  const files = execFileSync('git', ['ls-files', 'packages'], { encoding: 'utf8' }).split('\n').filter(isCounted);
  const complaints = files.flatMap((file) => findLongFunctions(file, readFileSync(file, 'utf8')));
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
