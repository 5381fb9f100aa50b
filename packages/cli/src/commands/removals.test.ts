import { addApiToken } from '@upvigil/core/testing/fake-access';
import { addChannel, addSilence } from '@upvigil/core/testing/fake-alerting';
import { addHeartbeat } from '@upvigil/core/testing/fake-heartbeats';
import { addIncident } from '@upvigil/core/testing/fake-incidents';
import { addMark, addWindow } from '@upvigil/core/testing/fake-maintenance';
import { addShareLink } from '@upvigil/core/testing/fake-shares';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUser } from '@upvigil/core/testing/fake-users';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, test } from 'vitest';
import { manyWebsites } from '../testing/installations.ts';
import { runOn, serverForTest } from '../testing/run-command.ts';

interface Removal {
  words: readonly [string, ...string[]];
  /** Adds the object that the command removes. */
  add(data: FakeState): { id: number };
  /** Counts the objects. */
  count(data: FakeState): number;
  /** Null for a command without a question. */
  question: string | null;
  sentence: string;
  /** The name of the list of ids in `--json`. */
  ended: string;
  /** Null for an object that is ended and not deleted. */
  gone: string | null;
}

const config = { base_url: 'https://ntfy.example.org', topic: 'ops', token: '' };
const window = {
  title: 'Later',
  body: '',
  website_ids: [1],
  monitor_ids: [],
  tags: [],
  public: false,
  notify: false,
  time_zone: 'UTC',
  starts_at: '2026-12-01T02:30',
  duration_minutes: 60,
  rrule: null,
  announce_hours: 24,
};

/** ID stands for the id of the object. */
const removals: readonly Removal[] = [
  {
    words: ['website', 'remove'],
    add: (data) => addWebsite(data, { id: 9, name: 'Old shop' }),
    count: ({ websites }) => websites.filter(({ id }) => id === 9).length,
    question: 'Delete website "Old shop"? All its URLs and data will be lost: 0 URLs and 0 network services.',
    sentence: 'Deleted website "Old shop"',
    ended: 'deleted',
    gone: 'There is no website ID',
  },
  {
    words: ['url', 'remove'],
    add: (data) => addUrl(data, 1, { id: 9, url: 'https://ops:secret@shop.example.org/old' }),
    count: ({ urls }) => urls.filter(({ id }) => id === 9).length,
    question: 'Delete URL https://shop.example.org/old with its checks, alerts and screenshots?',
    sentence: 'Deleted URL https://shop.example.org/old',
    ended: 'deleted',
    gone: 'There is no URL ID',
  },
  {
    words: ['monitor', 'remove'],
    add: (data) => addMonitor(data, 1, { id: 9, name: 'Redis', host: '10.0.0.7', port: 6379 }),
    count: ({ monitors }) => monitors.filter(({ id }) => id === 9).length,
    question: 'Delete network service Redis (10.0.0.7:6379) with its checks and alerts?',
    sentence: 'Deleted network service Redis (10.0.0.7:6379)',
    ended: 'deleted',
    gone: 'There is no network monitor ID',
  },
  {
    words: ['heartbeats', 'remove'],
    add: (data) => addHeartbeat(data, 1, { id: 9, name: 'Nightly backup' }),
    count: ({ heartbeats }) => heartbeats.length,
    question: 'Delete heartbeat Nightly backup with its runs and alerts?',
    sentence: 'Deleted heartbeat Nightly backup',
    ended: 'deleted',
    gone: 'There is no heartbeat ID',
  },
  {
    words: ['channel', 'delete'],
    add: (data) => addChannel(data, { kind: 'ntfy', name: 'Ops phone', config }),
    count: ({ channels }) => channels.length,
    question: 'Are you sure you want to delete channel "Ops phone"?',
    sentence: 'Deleted channel "Ops phone"',
    ended: 'deleted',
    gone: 'There is no channel ID',
  },
  {
    words: ['incident', 'delete'],
    add: (data) => addIncident(data, { title: 'Slow' }),
    count: ({ incidents }) => incidents.length,
    question: 'Are you sure you want to delete incident "Slow" with its updates?',
    sentence: 'Deleted incident ID: Slow',
    ended: 'deleted',
    gone: 'There is no incident ID',
  },
  {
    words: ['maintenance', 'delete'],
    add: (data) => addWindow(data, window),
    count: ({ windows }) => windows.length,
    question: 'Are you sure you want to delete maintenance "Later" with all its runs?',
    sentence: 'Deleted maintenance ID: Later',
    ended: 'deleted',
    gone: 'There is no maintenance window ID',
  },
  {
    words: ['user', 'remove'],
    add: (data) => addUser(data, { email: 'ann@example.org', name: 'Ann' }),
    count: ({ users }) => users.length,
    question: 'Remove ann@example.org, with their sessions and tokens?',
    sentence: 'Removed ann@example.org',
    ended: 'deleted',
    gone: 'There is no user ID',
  },
  {
    words: ['token', 'revoke'],
    add: (data) => addApiToken(data, { name: 'Board', scopes: ['read'] }),
    count: ({ apiTokens }) => apiTokens.length,
    question: null,
    sentence: 'Revoked token ID',
    ended: 'revoked',
    gone: 'There is no token ID',
  },
  {
    words: ['share', 'revoke'],
    add: (data) => addShareLink(data, { website_id: 1, name: 'Agency' }),
    count: ({ shareLinks }) => shareLinks.filter(({ revoked_at }) => revoked_at === null).length,
    question: null,
    sentence: 'Revoked share link ID',
    ended: 'revoked',
    // A revoked token stays in the list for 30 days.
    gone: null,
  },
  {
    words: ['unmute'],
    add: (data) => addSilence(data, { website_id: 1, monitor_id: null, until: '2026-11-20T20:00:00.000Z', reason: '' }),
    count: ({ silences }) => silences.length,
    question: null,
    sentence: 'Ended mute ID',
    ended: 'unmuted',
    gone: 'There is no silence ID',
  },
  {
    words: ['unmark'],
    add: (data) => addMark(data, { label: 'v1', website_id: null, url: null, public: false }),
    count: ({ marks }) => marks.length,
    question: null,
    sentence: 'Deleted mark ID',
    ended: 'deleted',
    gone: 'There is no mark ID',
  },
];

describe.each(removals.map((each) => [each.words.join(' '), each] as const))('upvigil %s', (_name, removal) => {
  const { words, add, count, question, sentence, ended, gone } = removal;
  const yes = question === null ? [] : ['--yes'];

  test('removes the object, reports it, and refuses a missing one', async () => {
    const data = manyWebsites(1);
    const id = String(add(data).id);
    const server = await serverForTest(data);
    expect(await runOn(server, [...words, id, ...yes])).toEqual({
      stdout: '',
      stderr: `${sentence.replace('ID', id)}\n`,
      exitCode: 0,
    });
    expect(count(data)).toBe(0);
    if (gone === null) return;
    expect(await runOn(server, [...words, id, ...yes, '--json'])).toEqual({
      stdout: '',
      stderr: `upvigil: ${gone.replace('ID', id)}\n`,
      exitCode: 1,
    });
  });

  test('with --json prints its id and nothing else', async () => {
    const data = manyWebsites(1);
    const { id } = add(data);
    const { stdout, stderr, exitCode } = await runOn(await serverForTest(data), [
      ...words,
      String(id),
      ...yes,
      '--json',
    ]);
    expect({ json: JSON.parse(stdout) as unknown, stderr, exitCode }).toEqual({
      json: { [ended]: [id] },
      stderr: '',
      exitCode: 0,
    });
  });
});

test.each(removals.flatMap((each) => (each.question === null ? [] : [[each.words.join(' '), each] as const])))(
  'upvigil %s needs a yes',
  async (_name, { words, add, count, question }) => {
    const data = manyWebsites(1);
    const id = String(add(data).id);
    const server = await serverForTest(data);
    const no = await runOn(server, [...words, id], { tty: true, stdin: 'n\n' });
    expect([no.stderr, no.exitCode]).toEqual([`${question} [y/N] upvigil: Nothing was changed\n`, 1]);
    expect(count(data)).toBe(1);
    expect((await runOn(server, [...words, id], { tty: true, stdin: 'y\n' })).exitCode).toBe(0);
    expect(count(data)).toBe(0);
  },
);
