import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNamespaces, runInNamespace } from '../../packages/server/src/testing/namespaces.ts';
import type { NameStep } from '../../packages/server/src/testing/targets/name-checks.ts';

const { isPossible, note } = await findNamespaces();
const program = new URL('../../packages/server/src/testing/targets/name-checks.ts', import.meta.url);

const isUp = { outcome: 'up' };
const isFault = { outcome: 'fault', fault: 'resolver' };
const isDown = { outcome: 'down', reason: expect.stringMatching(/name server/) };

describe.skipIf(!isPossible)(
  `the resolver of the host with a real name server${note}`,
  { concurrent: true, timeout: 60_000 },
  () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'upvigil-names-'));
      writeFileSync(path.join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const runSteps = (...steps: NameStep[]): Promise<unknown> =>
      runInNamespace(program, steps, [`mount --bind '${folder}/resolv.conf' /etc/resolv.conf`]);

    it('distinguishes a failing name server from a failing resolver', async () => {
      const outcomes = await runSteps(
        { names: { 'bank.test': 'right', 'shop.test': 'right' }, check: ['bank.test', 'shop.test'] },
        { names: { 'shop.test': 'servfail' }, check: ['shop.test', 'missing.test'] },
        { names: { 'bank.test': 'servfail' }, check: ['shop.test', 'bank.test'] },
        { names: { 'bank.test': 'right', 'shop.test': 'right' }, check: ['shop.test', 'bank.test'] },
      );
      expect(outcomes).toMatchObject([
        [isUp, isUp],
        [isDown, { outcome: 'down', reason: 'DNS name not found' }],
        [isFault, isFault],
        [isUp, isUp],
      ]);
    });

    it('distinguishes a silent name server from a silent resolver', async () => {
      const outcomes = await runSteps(
        { names: { 'bank.test': 'right', 'shop.test': 'right' }, check: ['bank.test', 'shop.test'] },
        { names: { 'shop.test': 'silent' }, check: ['shop.test'] },
        { names: { 'bank.test': 'silent' }, check: ['shop.test', 'bank.test'] },
      );
      expect(outcomes).toMatchObject([[isUp, isUp], [isDown], [isFault, isFault]]);
    });

    it('finds other names up while many of a silent domain are waited for', async () => {
      const hosts = Array.from({ length: 6 }, (_, at) => `www${at}.shop.test`);
      const names = Object.fromEntries(hosts.map((host) => [host, 'silent' as const]));
      const outcomes = await runSteps(
        { names: { ...names, 'bank.test': 'right' }, check: ['bank.test'] },
        { check: hosts },
        { check: ['bank.test'] },
        { check: [...hosts, 'bank.test'] },
      );
      expect(outcomes).toMatchObject([[isUp], {}, [isUp], [...hosts.map(() => isDown), isUp]]);
    });
  },
);
