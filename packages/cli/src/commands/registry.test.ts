import { expect, test } from 'vitest';
import { formatHelp, formatRootHelp } from '../help.ts';
import { runCommand } from '../testing/run-command.ts';
import { commandGroups, commandSections, commands } from './registry.ts';

const cronLine = /^(@\w+|([\d*/,-]+\s+){4}[\d*/,-]+)\s/;

test('no two commands have the same words', () => {
  const words = commands.map(({ path }) => path.join(' '));
  expect(new Set(words).size).toBe(words.length);
});

test('the first of two words is always a group that help explains, or a command', () => {
  const alone = commands.flatMap(({ path }) => (path.length === 1 ? [path[0]] : []));
  const groups = [...commandGroups.map(({ name }) => name), ...alone];
  for (const { path } of commands.filter((command) => command.path.length === 2)) expect(groups).toContain(path[0]);
});

test.each(commands.map((command) => [command.path.join(' '), command] as const))(
  '%s explains itself, with examples for people and for cron',
  (words, command) => {
    expect(command.summary).toMatch(/^[^A-Z].*[^.]$/);
    expect(command.description.length).toBeGreaterThan(command.summary.length);
    expect(command.examples.length).toBeGreaterThanOrEqual(2);
    expect(command.examples.some(({ command: text }) => cronLine.test(text))).toBe(true);
    for (const example of command.examples) expect(example.command).toContain(`upvigil ${words}`);
  },
);

test.each([60, 80, 100, 120, 140])('no prose of the help is wider than a terminal of %d columns', (width) => {
  const prose = (help: string): string[] => help.split('\n\nEXAMPLES')[0]?.split('\n') ?? [];
  const pages = [formatRootHelp(width, commandSections), ...commands.map((command) => formatHelp(width, command))];
  for (const text of pages.flatMap(prose)) expect(text.length).toBeLessThanOrEqual(width);
});

test('--help of a command goes to stdout and ends with 0', async () => {
  const { stdout, stderr, exitCode } = await runCommand(['backup', 'create', '--help']);
  expect(stdout).toContain('USAGE\n  upvigil backup create [options]');
  for (const part of ['OPTIONS', 'EXIT CODES', 'ENVIRONMENT', 'EXAMPLES', 'NODE_EXTRA_CA_CERTS']) {
    expect(stdout).toContain(part);
  }
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});

test('--help alone, and no argument at all, list every command by subject', async () => {
  const { stdout } = await runCommand(['--help']);
  for (const { path } of commands) expect(stdout).toContain(`  ${path.join(' ')}`);
  for (const { title } of commandSections) expect(stdout).toContain(`\n\n${title}\n`);
  expect(await runCommand([])).toEqual({ stdout, stderr: '', exitCode: 0 });
});

test('a group explains its own commands', async () => {
  const { stdout, exitCode } = await runCommand(['website', '--help']);
  expect(stdout).toMatch(/^upvigil website: add, change and delete websites\n/);
  expect(stdout).toContain('\nCOMMANDS\n  website add <name>');
  expect(stdout).not.toContain('backup');
  expect(exitCode).toBe(0);
});

test('--version is one line', async () => {
  expect(await runCommand(['--version'])).toEqual({ stdout: '1.2.3\n', stderr: '', exitCode: 0 });
});

test.each([
  [['backup'], 'upvigil: no command given; see upvigil --help\n'],
  [['statsu'], "upvigil: unknown command 'statsu' (Did you mean status?); see upvigil --help\n"],
  [['websites', 'extra'], /too many arguments.*; see upvigil websites --help\n$/],
  [['urls'], /missing required argument 'website'; see upvigil urls --help\n$/],
])('%j is refused with one line that says where to look', async (argv, sentence) => {
  const { stdout, stderr, exitCode } = await runCommand(argv);
  expect(stdout).toBe('');
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
});
