import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { checkedUrl, noWebsites } from '../testing/installations.ts';
import { runCommand, serverForTest, temporaryFolder } from '../testing/run-command.ts';

/** Websites whose URLs are up, down or not checked yet. */
function websites(...states: readonly (readonly (boolean | null)[])[]): FakeState {
  const data = noWebsites();
  let urlId = 0;
  states.forEach((urls, index) => {
    const id = index + 1;
    addWebsite(data, { id, name: `Site ${id}` });
    for (const isUp of urls) {
      urlId += 1;
      if (isUp === null) addUrl(data, id, { id: urlId });
      else checkedUrl(data, id, { id: urlId }, { is_up: isUp });
    }
  });
  return data;
}

async function run(data: FakeState, ...argv: string[]) {
  const server = await serverForTest(data);
  return await runCommand(['status', ...argv], { environment: { server: server.url } });
}

const up = [true] as const;
const partial = [true, false] as const;
const down = [false, false] as const;
const unknown = [null] as const;

test.each([
  ['all up', [up, up], 0, 'UPVIGIL OK - All Systems Operational'],
  ['up, and one not checked yet', [up, unknown], 0, 'UPVIGIL OK - All Systems Operational'],
  ['one partly down', [up, partial], 1, 'UPVIGIL WARNING - Issues Detected: 1 of 2 websites affected: Site 2'],
  ['one down of two', [down, up], 1, 'UPVIGIL WARNING - Issues Detected: 1 of 2 websites affected: Site 1'],
  ['all down', [down, down], 2, 'UPVIGIL CRITICAL - Issues Detected: 2 of 2 websites affected'],
  [
    'all that were checked down',
    [down, unknown],
    2,
    'UPVIGIL CRITICAL - Issues Detected: 1 of 2 websites affected: Site 1',
  ],
  ['all partly down', [partial, partial], 1, 'UPVIGIL WARNING - Issues Detected: 2 of 2 websites affected'],
  ['nothing checked yet', [unknown], 3, 'UPVIGIL UNKNOWN - No data yet'],
  ['no websites', [], 3, 'UPVIGIL UNKNOWN - No websites are monitored yet'],
] as const)('%s', async (_name, states, exitCode, sentence) => {
  const result = await run(websites(...states));
  expect(result.exitCode).toBe(exitCode);
  expect(result.stdout.split(' | ')[0]).toBe(sentence);
});

test.each([
  [up, 0, 'UPVIGIL OK - Site 1: All Systems Operational'],
  [partial, 1, 'UPVIGIL WARNING - Site 1: Partial Outage: 1 of 2 services is down'],
  [down, 2, 'UPVIGIL CRITICAL - Site 1: Partial Outage: 2 of 2 services are down'],
  [unknown, 3, 'UPVIGIL UNKNOWN - Site 1: No data yet'],
] as const)('one website is named, its URLs %j', async (urls, exitCode, sentence) => {
  const result = await run(websites(urls), '1');
  expect(result.exitCode).toBe(exitCode);
  expect(result.stdout.split(' | ')[0]).toBe(sentence);
});

test('a URL with a label is listed by it, beside its address', async () => {
  const data = noWebsites();
  addWebsite(data, { id: 1, name: 'Shop' });
  const url = { id: 4, url: 'https://me:secret@shop.example.org/checkout', label: 'Kasse \u{1f6d2}\u001b[31m' };
  checkedUrl(data, 1, url, { is_up: true });
  const server = await serverForTest(data);
  const { stdout } = await runCommand(['status', '1'], { environment: { server: server.url } });
  expect(stdout).toMatch(/\tKasse \u{1f6d2} \[31m\tURL\thttps:\/\/shop\.example\.org\/checkout\t/u);
});

test('performance data have the form that monitoring systems read', async () => {
  const { stdout } = await run(websites(up, down, unknown));
  const data = stdout.split('\n')[0]?.split(' | ')[1];
  expect(data).toBe('websites=3;;;0 up=1;;;0;3 partial=0;;;0;3 down=1;;;0;3 unknown=1;;;0;3');
});

test('a website that is not there is unknown', async () => {
  const { stderr, exitCode } = await run(websites(up), '9');
  expect(stderr).toBe('upvigil: There is no website 9\n');
  expect(exitCode).toBe(3);
});

test('a website is found by its name, without signing in', async () => {
  const { stdout, exitCode } = await run(websites(up, up), 'site 2');
  expect(stdout).toMatch(/^UPVIGIL OK - Site 2: /);
  expect(exitCode).toBe(0);
});

test.each([
  ['0', '[website] must be a whole number 1 or above, but it is "0"'],
  ['-1', 'There is no website "-1"'],
  ['Site', 'There is no website "Site". Did you mean Site 1 (1)?'],
])('%s is neither id nor name', async (website, sentence) => {
  const { stderr, exitCode } = await run(websites(up), '--', website);
  expect(stderr).toContain(sentence);
  expect(exitCode).toBe(3);
});

test('a name that would steer the terminal arrives as plain text, in every form', async () => {
  const data = websites(partial);
  const evil = data.websites[0];
  if (evil) evil.name = 'Shop\u001b[2J\u001b]0;owned\u0007\u009b31m | x=1';
  for (const form of [[], ['--json']]) {
    const { stdout } = await run(data, ...form);
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
  const { stdout } = await run(data);
  // A bar in the text would start the performance data.
  expect(stdout.split('\n')[0]?.match(/\|/g)).toHaveLength(1);
});

describe('a settings file that is no JSON', () => {
  const brokenHome = (): string => {
    const configDir = temporaryFolder();
    writeFileSync(path.join(configDir, 'config.json'), '{ not json');
    return configDir;
  };

  test('stops nothing that needs nothing of it', async () => {
    const server = await startFakeServer(websites(up));
    onTestFinished(() => server.close());
    const environment = { server: server.url, configDir: brokenHome() };
    expect(await runCommand(['status'], { environment })).toMatchObject({ exitCode: 0, stderr: '' });
    const asked = await runCommand(['websites'], { environment: { ...environment, token: server.state.token } });
    expect(asked).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('is named where only it can say which server is meant', async () => {
    const { stderr, exitCode } = await runCommand(['status'], { environment: { configDir: brokenHome() } });
    expect(stderr).toMatch(/^upvigil: .*config\.json cannot be read \(.*\): delete it and run: upvigil login\n$/);
    expect(exitCode).toBe(3);
  });
});
