import type { FakeState } from '@upvigil/core/testing/fake-state';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { noWebsites } from './installations.ts';
import { runOn as run } from './run-command.ts';

/** A command with one request, and its expected output in each case. */
export interface Case {
  argv: readonly string[];
  /** Output on a terminal and in a pipe. */
  terminal: RegExp;
  pipe: RegExp;
  /** Output without data; null: the command fails, because its id does not exist. */
  empty: RegExp | null;
  /** Its exit codes are those of a monitoring plugin. */
  isPlugin?: true;
  /** It needs no sign-in. */
  isPublic?: true;
  /** It succeeds without any website. */
  needsNothing?: true;
  /** It sends no request. */
  sendsNothing?: true;
}

/** An ISO time, as the source of a pattern. */
export const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.source;

export interface Servers {
  full: FakeServer;
  empty: FakeServer;
  /** An address where nothing listens. */
  away: string;
}

/** Starts the servers before the tests of a file, one of them with this data. */
export function startServers(data: () => FakeState): Servers {
  const servers = {} as Servers;
  beforeAll(async () => {
    const closed = await startFakeServer();
    await closed.close();
    const [full, empty] = await Promise.all([startFakeServer(data()), startFakeServer(noWebsites())]);
    Object.assign(servers, { full, empty, away: closed.url });
  });
  afterAll(async () => {
    await Promise.all([servers.full.close(), servers.empty.close()]);
  });
  return servers;
}

/** Checks that each command prints all three forms and reports failures in one line. */
export const describeCommands = (cases: readonly Case[], servers: Servers): void =>
  describe.each(cases.map((each) => [each.argv.join(' '), each] as const))(
    'upvigil %s',
    (_name, { argv, terminal, pipe, empty: nothing, isPlugin, isPublic, needsNothing, sendsNothing }) => {
      test('on a terminal: aligned, in colour, nothing wider than the screen', async () => {
        for (const columns of [60, 80, 100, 120, 140]) {
          const plain = await run(servers.full, argv, { tty: true, columns });
          for (const text of plain.stdout.split('\n')) expect(text.length).toBeLessThanOrEqual(columns);
        }
        const wide = await run(servers.full, argv, { tty: true, columns: 140 });
        expect(wide.stdout).toMatch(terminal);
        expect(wide.exitCode).toBe(0);
        const coloured = await run(servers.full, argv, { tty: true, columns: 140, color: true });
        expect(withoutNames(coloured.stdout.replace(/\u001b\[\d+m/g, ''))).toBe(withoutNames(wide.stdout));
      });

      test('in a pipe: one record a line, tab separated, no colour', async () => {
        const { stdout, stderr, exitCode } = await run(servers.full, argv, { color: true });
        expect(stdout).toMatch(pipe);
        expect(stdout).not.toContain('\u001b');
        expect(stderr).toBe('');
        expect(exitCode).toBe(0);
      });

      test('with --json: one document and nothing else', async () => {
        const { stdout, stderr, exitCode } = await run(servers.full, [...argv, '--json'], { tty: true });
        expect(() => JSON.parse(stdout) as unknown).not.toThrow();
        expect(stderr.replace(/\r\u001b\[2K[^\r\n]*/g, '')).toBe('');
        expect(exitCode).toBe(0);
      });

      test('with nothing there', async () => {
        const { stdout, stderr, exitCode } = await run(servers.empty, argv, { tty: true });
        if (nothing) expect(stdout).toMatch(nothing);
        else
          expect(stderr).toMatch(
            /^upvigil: There is no (website|URL|network monitor|heartbeat|alert|channel|monitor|report|incident|maintenance (window|run)) \d+\n$|Maintenance run \d+ is not in progress\n$|There is no such target\n$/,
          );
        const refused = isPlugin ? 3 : 1;
        expect(exitCode).toBe(needsNothing || (nothing && !isPlugin) ? 0 : refused);
      });

      test('with the server away: one line that says what to do', async () => {
        const { stdout, stderr, exitCode } = await run(servers.full, argv, { environment: { server: servers.away } });
        if (sendsNothing) {
          expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
          return;
        }
        expect(stdout).toBe('');
        expect(stderr).toMatch(
          /^upvigil: No answer from http:\/\/127.0.0.1:\d+ \(connection refused\)\. Is the server running\?.*\n$/,
        );
        expect(exitCode).toBe(isPlugin ? 3 : 1);
      });

      test('with a token that is not accepted: says to log in again', async () => {
        const { stderr, exitCode } = await run(servers.full, argv, { environment: { token: 'old' } });
        if (isPublic || sendsNothing) {
          expect(exitCode).toBe(0);
          return;
        }
        expect(stderr).toMatch(/Run: upvigil login\n$/);
        expect(exitCode).toBe(isPlugin ? 3 : 1);
      });

      test('with an option that it does not take', async () => {
        const { stdout, stderr, exitCode } = await run(servers.full, [...argv, '--bogus']);
        expect(stdout).toBe('');
        expect(stderr).toMatch(/^upvigil: unknown option '--bogus'; see upvigil .*--help\n$/);
        expect(exitCode).toBe(isPlugin ? 3 : 1);
      });
    },
  );

/**
 * Removes what differs between runs: `create` makes another name or id, `extend` adds to the run, `cleanup` deletes
 * what the previous run left.
 */
const withoutNames = (text: string): string => text.replace(/^\w+_\d+T\d+Z\.tar\.gz\n/gm, '').replace(/\d+/g, '0');

const workGroups: readonly string[] = ['incident', 'maintenance', 'mark', 'marks', 'unmark'];
/** Whether a command concerns incidents, maintenance or marks, whose cases are in another file. */
export const isWork = ([group]: readonly [string, ...string[]]): boolean => workGroups.includes(group);

/** Commands without a case here and not listed as tested elsewhere. */
export function untestedCommands(
  words: readonly string[],
  cases: readonly Case[],
  elsewhere: readonly string[],
): string[] {
  const tried = [...elsewhere, ...cases.map(({ argv }) => argv.filter((word) => /^[a-z]/.test(word)).join(' '))];
  return words.filter((each) => !tried.some((one) => one === each || one.startsWith(`${each} `)));
}
