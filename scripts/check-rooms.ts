import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** So many source files are one room: what a newcomer takes in at a glance. */
const roomSize = 12;

/** Rooms that may hold more, each with the reason. */
const largerRooms: Readonly<Record<string, string>> = {
  'packages/core/src/contract': 'one file for each group of endpoints, so that the folder is the list of groups',
  'packages/core/src/page-messages': 'one file for each page or two, so that a page loads what it says',
  'packages/core/src/channel-kinds': 'one file for each kind of channel, so that the folder is the list of kinds',
  'packages/cli/src/output': 'one file for each way to say something, each of a few lines',
};

/** Tests, what helps them, and migrations (of which each release adds one) do not count. */
const isCounted = (file: string): boolean =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/migrations\/|\.d\.ts$/.test(file);

/** What helps end-to-end tests, tools and measurements is arranged too, below their lists of what can be run. */
const isHelper = (file: string): boolean =>
  /^(e2e|scripts|bench)\/.+\/[^/]+\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file);

/** One sentence for each folder that holds more source files than a room may, and for each note that is not needed any more. */
export function findFullRooms(
  files: readonly string[],
  notes: Readonly<Record<string, string>> = largerRooms,
): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((each) => isCounted(each) || isHelper(each))) {
    const room = path.posix.dirname(file);
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  const full = [...counts].filter(([room, count]) => count > roomSize && !notes[room]);
  const needless = Object.keys(notes).filter((room) => (counts.get(room) ?? 0) <= roomSize);
  return [
    ...full.map(
      ([room, count]) => `${room} holds ${count} source files, and a room holds ${roomSize}: arrange it in rooms`,
    ),
    ...needless.map((room) => `${room} needs no note in scripts/check-rooms.ts any more`),
  ].sort();
}

/** One sentence for each source file that takes what only tests use into the product. */
export function findTestImports(files: readonly string[], read: (file: string) => string): string[] {
  const ofProduct = files.filter((file) => isCounted(file) && !file.endsWith('/conformance.ts'));
  return ofProduct
    .filter((file) => /(from|import\() *'[^']*\/testing\//.test(read(file)))
    .map((file) => `${file} imports from a folder testing, which is for tests only`);
}

if (process.argv[1] === import.meta.filename) {
  const files = execFileSync('git', ['ls-files', 'packages', 'e2e', 'scripts', 'bench'], { encoding: 'utf8' }).split(
    '\n',
  );
  const complaints = [
    ...findFullRooms(files),
    ...findTestImports(files.filter(existsSync), (file) => readFileSync(file, 'utf8')),
  ];
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
