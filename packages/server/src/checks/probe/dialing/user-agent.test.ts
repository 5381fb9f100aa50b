import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { userAgentFor } from './user-agent.ts';

it('names the version of this program, without the patch, and its purpose', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(
    version.startsWith(`${/^Upvigil\/(\d+\.\d+) \(\+uptime check\)$/.exec(userAgentFor('uptime check'))?.[1]}.`),
  ).toBe(true);
});
