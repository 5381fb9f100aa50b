import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { findPingAddress } from '../heartbeat-run/run-line.ts';
import { retryMs, runReported } from '../heartbeat-run/run-reported.ts';
import { flagOption, textOption, wordsArgument } from '../options/inputs.ts';

/** `bin.ts` runs usual command lines without this file: `readRunLine`. */
const run = defineCommand({
  path: ['run'],
  summary: 'run a command and report it to a heartbeat',
  description:
    'Runs the command after -- and reports its start, its exit code and the end of its output to a heartbeat. It needs no token. The exit code is that of the command: 127 if it is not found, or 128 plus the signal that ended it. Signals are passed to the command, which also has stdin, stdout and stderr. Nothing else is printed, because cron mails all output. If the server does not answer, the report is retried for 20 s after the end.\n\nStdout and stderr pass through a pipe, of which the last 10,000 bytes are reported. With --no-output, the command has the streams themselves: for programs that need a terminal, and for those that leave a process in the background.',
  examples: {
    'upvigil run --heartbeat https://status.example.org/ping/2f9c1e7a-8d34-4b6a-9e0f-51c7d2a86b13 -- ./backup.sh':
      'A backup, with the ping address from the tab Heartbeats',
    "upvigil run --heartbeat nightly-backup -- sh -c 'pg_dump shop | gzip > /backup/shop.gz'":
      'A pipeline, with the key of a heartbeat on the configured server',
    '0 3 * * * upvigil run --heartbeat nightly-backup --no-output -- /usr/local/bin/backup':
      'In a crontab: the output stays on this machine',
  },
  arguments: { command: wordsArgument('<command...>', 'command to run, after --, with its own options') },
  options: {
    heartbeat: textOption('--heartbeat <key|url>', 'key or ping address of the heartbeat; required'),
    withoutOutput: flagOption('--no-output', 'report no output'),
  },
  json: null,
  ownsSignals: true,
  async run({ options, environment, host, terminal }, { heartbeat, withoutOutput, command }) {
    if (options.json) throw new UsageError('--json is not supported: the output is that of the command');
    if (heartbeat === null) throw new UsageError('--heartbeat <key|url> is required');
    const pingAddress = findPingAddress(heartbeat, options.server, environment);
    if (pingAddress === null) throw new UsageError('--heartbeat must be the key or the ping address of a heartbeat');
    const { stdout, stderr } = terminal.streams;
    return await runReported(
      { pingAddress, isOutputSent: !withoutOutput, command },
      { host, streams: () => ({ stdout, stderr }), retryMs },
    );
  },
});

export const runNoun: Noun = { commands: [run] };
