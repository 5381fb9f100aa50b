import { expect, test } from 'vitest';
import { manyWebsites } from '../testing/installations.ts';
import { runOn, serverForTest } from '../testing/run-command.ts';

test.each([
  [['explain', '--type', 'DOWN'], '--monitor <id> and --type <type> are required'],
  [['explain', '--monitor', '1'], '--monitor <id> and --type <type> are required'],
  [['explain', '--monitor', '1', '--type', 'UP'], '--type <type> must be one of DOWN, ERROR'],
  [
    ['explain', '--monitor', '1', '--type', 'DOWN', '--at', '25:00'],
    '--at <time> must be a time of day such as 03:00, or a date and time',
  ],
  [
    ['explain', '--monitor', '1', '--type', 'DOWN', '--at', '2026-11-21T03:00:00'],
    '--at <time> must be a time of day such as 03:00, or a date and time',
  ],
  [
    ['explain', '--monitor', '1', '--type', 'DOWN', '--at', '2026-13-41T03:00:00Z'],
    '--at <time> must be a time of day such as 03:00, or a date and time',
  ],
  [['routing', 'set'], 'The document is required: --document-stdin <routing.json'],
  [['routing', 'set', '--document-stdin'], 'stdin must be one JSON object'],

  [['mute'], 'One of --monitor <id> and --website <id> is required'],
  [['mute', '--monitor', '1', '--website', '1'], 'One of --monitor <id> and --website <id> is required'],
  [['mute', '--monitor', '0'], '--monitor <id> must be a whole number 1 or above, but it is "0"'],
  [['mute', '--monitor', ' '], '--monitor <id> must be an id or a name, but it is empty'],
  [['mute', '--monitor', '1', '--for', '1w'], '--for <time> must be a duration such as 30m, 1h or 2d, up to 30 d'],
  [['mute', '--monitor', '1', '--for', '31d'], '--for <time> must be a duration such as 30m, 1h or 2d, up to 30 d'],
  [['unmute'], "missing required argument 'id'"],

  [['bulk', 'disable', '--yes'], 'A filter such as --tag <tag>, or --monitor <id>, or --all is required'],
  [['bulk', 'delete', '--all', '--tag', 'x'], 'Filters, --monitor <id> and --all cannot be combined'],
  [['bulk', 'disable', '--tag', 'x'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['bulk', 'update', '--all', '--yes'], 'Nothing to change: give an option, such as --check-interval <seconds>'],
  [['bulk', 'update', '--all', '--to-website', ' ', '--yes'], '--to-website <id> must be an id or a name'],
  [['bulk', 'create', '1'], '--file <path> is required'],
  [['bulk', 'create', '1', '--file', '/nowhere/list.txt'], "ENOENT: no such file or directory, open '/nowhere"],
  [['bulk'], 'no command given; see upvigil --help'],

  [['mark'], "missing required argument 'label'"],
  [
    ['mark', 'v1', '--at', '14:05'],
    '--at <time> must be a date and time such as 2026-11-21T03:00:00Z, but it is "14:05"',
  ],
  [['mark', 'v1', '--at', '2026-02-30T25:00:00Z'], '--at <time> must be a date and time'],
  [['unmark', 'v1'], '<id> must be a whole number 1 or above, but it is "v1"'],

  [['channel', 'add', 'ntfy', '--config-stdin'], '--name <name> is required'],
  [['channel', 'add', 'ntfy', '--name', 'X'], 'Its settings are required: --config-stdin <settings.json'],
  [['channel', 'add', 'pager', '--name', 'X'], '<kind> must be one of email, sms, slack, webhook, discord'],
  [['channel', 'add', 'web_push', '--name', 'X'], '<kind> must be one of'],
  [['channel', 'kinds', 'pager'], '[kind] must be one of email'],
  [['channel', 'test', 'x'], '<id> must be a whole number 1 or above, but it is "x"'],
  [['channel'], 'no command given; see upvigil --help'],

  [['incident', 'open'], '--title <text> is required'],
  [
    ['incident', 'open', '--title', 'x', '--impact', 'huge'],
    '--impact <impact> must be one of none, minor, major, critical',
  ],
  [
    ['incident', 'open', '--title', 'x', '--website', '0'],
    '--website <id> must be a whole number 1 or above, but it is "0"',
  ],
  [['incident', 'open', '--title', 'x', '--body', 'a', '--body-file', 'b'], '--body-file <path>, not both'],
  [
    ['incident', 'open', '--title', 'x', '--body-file', '/nowhere/text.md'],
    "ENOENT: no such file or directory, open '/nowhere",
  ],
  [['incident', 'update', '7'], '--status <status>, --body <text> or --body-file <path> is required'],
  [['incident', 'update', 'x', '--status', 'resolved'], '<id> must be a whole number 1 or above, but it is "x"'],
  [['incident', 'delete', '7'], 'This command needs an answer on a terminal: repeat it with --yes'],

  [['maintenance', 'start', '--for', '30m'], '--website <id>, --monitor <id> or --tag <tag> is required'],
  [['maintenance', 'start', '--website', '1'], '--for <time> is required'],
  [['maintenance', 'start', '--website', '1', '--for', '90s'], '--for <time> must be whole minutes, but it is "90s"'],
  [['maintenance', 'start', '--website', '1', '--for', '8d'], 'must be a duration such as 30m, 1h or 2d, up to 7 d'],
  [['maintenance', 'extend', '1'], '--by <time> is required'],
  [
    ['maintenance', 'schedule', '--title', 'x', '--for', '1h', '--website', '1'],
    '--title <text>, --starts <time> and --for <time> are',
  ],
  [
    ['maintenance', 'schedule', '--title', 'x', '--for', '1h', '--starts', '2026-12-01T02:30'],
    '--website <id>, --monitor <id> or --tag <tag> is',
  ],
  [['maintenance', 'delete', '1'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['maintenance', 'run', '--website', '1', '--for', '30m'], "missing required argument 'command'"],
  [['maintenance', 'run', '--for', '30m', '--', 'true'], '--website <id>, --monitor <id> or --tag <tag> is required'],
  [['maintenance', 'run', '--website', '1', '--', 'true'], '--for <time> is required'],
  [['maintenance', 'run', '--website', '1', '--for', '30m', '--json', '--', 'true'], '--json is not supported'],

  [['run', '--heartbeat', 'nightly-backup'], "missing required argument 'command'"],
  [['run', '--', 'true'], '--heartbeat <key|url> is required'],
  [['run', '--heartbeat', 'short', '--', 'true'], '--heartbeat must be the key or the ping address of a heartbeat'],
  [['run', '--heartbeat', 'nightly-backup', '--json', '--', 'true'], '--json is not supported'],

  [['user', 'remove', 'ann@example.org'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['channel', 'delete', '1'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['backup', 'cleanup'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['backup', 'delete', 'gone.tar.gz'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['backup', 'restore', 'gone.tar.gz'], 'This command needs an answer on a terminal: repeat it with --yes'],
  [['backup', 'cleanup', '--keep', 'ten'], '--keep <n> must be a whole number from 0 to 10000, but it is "ten"'],
  [['backup', 'cleanup', '--keep', '-1'], '--keep <n> must be a whole number from 0 to 10000'],
  [['backup', 'create', '--timeout', '0'], '--timeout <seconds> must be a whole number from 1 to 86400'],
])('%j is refused in one line, and no server is asked', async (argv, sentence) => {
  const server = await serverForTest(manyWebsites(2));
  const { stdout, stderr, exitCode } = await runOn(server, argv);
  expect(stderr).toMatch(/^upvigil: .*\n$/);
  expect(stderr).toContain(sentence);
  expect({ stdout, exitCode, seen: server.seen }).toEqual({ stdout: '', exitCode: 1, seen: [] });
});
