import { parseArgs } from 'node:util';
import { type FullDisksReport, runFullDisks } from '../support/faults/run-full-disks.ts';
import { smallDiskProblem } from '../support/faults/small-disk.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    step: { type: 'string', default: '1' },
  },
});
const from = Number(values.from);
const step = Number(values.step);
if (!Number.isInteger(from) || !(step >= 1) || !Number.isInteger(step)) {
  console.error('--from and --step are whole numbers of pages of 4 KiB');
  process.exit(2);
}
const missing = smallDiskProblem();
if (missing !== null) {
  console.error(`Nothing was tried: ${missing}`);
  process.exit(2);
}

function* pagesFrom(first: number): Generator<number> {
  for (let pages = first; ; pages += step) yield pages;
}

/** A single round may succeed with space that another round left. */
const wholeRounds = 5;
const every = 10;
const line = ({ rounds, refused, killed, startedFull, whole, wrong }: FullDisksReport, pages: number): string => {
  const counts = Object.entries(refused).map(([what, count]) => `${what} ${count}`);
  return (
    `${rounds} rounds, ${pages} pages free at last, the last ${whole} had space for everything; refused: ${counts.join(', ')}; ` +
    `${killed} kills on the full disk, after ${startedFull} it started there; ${wrong.length} wrong`
  );
};

let printed = 0;
const report = await runFullDisks({
  freePages: pagesFrom(from),
  wholeRounds,
  onRound(pages, soFar) {
    for (const each of soFar.wrong.slice(printed)) console.log(each);
    printed = soFar.wrong.length;
    if (soFar.rounds % every === 0 || soFar.whole === wholeRounds) console.log(line(soFar, pages));
  },
});
for (const each of report.wrong.slice(printed)) console.log(each);
process.exitCode = report.wrong.length > 0 || report.whole < wholeRounds ? 1 : 0;
