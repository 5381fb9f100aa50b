import { parseArgs } from 'node:util';
import { killedDatabases } from '../support/kills/killed-storage.ts';
import { type KillsReport, runKills } from '../support/kills/run-kills.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const database = killedDatabases.find((each) => each === values.database);
const count = Number(values.count);
const seed = Number(values.seed);
if (database === undefined || !(count > 0) || !Number.isInteger(seed)) {
  console.error(`--count must be a number, --seed a whole one, --database one of ${killedDatabases.join(', ')}`);
  process.exit(2);
}

const every = 5;
const line = ({ kills, answered, unanswered, restores, sent, sentAgain, wrong }: KillsReport): string =>
  `${kills.starting + kills.working} kills on ${database} (${kills.starting} of them at the start), seed ${seed}: ` +
  `${answered} requests answered, ${unanswered} cut off, ${restores} lives with a restore, ` +
  `${sent} alerts sent, ${sentAgain} of them again after a kill; ${wrong.length} wrong`;

let printed = 0;
const print = (report: KillsReport, isDue: boolean): void => {
  for (const each of report.wrong.slice(printed)) console.log(each);
  printed = report.wrong.length;
  if (isDue) console.log(line(report));
};
const report = await runKills({
  count,
  seed,
  database,
  onKill: (kill, soFar) => print(soFar, kill % every === 0),
});
print(report, true);
process.exitCode = report.wrong.length > 0 ? 1 : 0;
