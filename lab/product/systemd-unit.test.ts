import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { variableRules } from '@upvigil/server/base/config/config';
import { expect, it } from 'vitest';

const unit = path.join(import.meta.dirname, '../../examples/systemd/upvigil.service');
const text = readFileSync(unit, 'utf8');
/** In tenths, as systemd prints it. */
const mostExposure = 25;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!hasSystemd)('the unit exposes no more than 2.5 of 10, as systemd rates it', () => {
  const args = ['security', '--offline=true', `--threshold=${mostExposure}`, '--no-pager', unit];
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(stdout).toContain('Overall exposure level');
  expect(status).toBe(0);
});

it('the unit lets through what the product needs: pings, Chromium, its data folder, translated code', () => {
  expect(text).toMatch(/^AmbientCapabilities=CAP_NET_RAW$/m);
  expect(text).toMatch(/^RestrictNamespaces=user pid net$/m);
  expect(text).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
  expect(text).toMatch(/^StateDirectory=upvigil$/m);
  expect(text).toMatch(/ DATA_DIR=\/var\/lib\/upvigil /);
  expect(text).not.toMatch(/^MemoryDenyWriteExecute=/m);
});

it('the unit names only settings that there are', () => {
  const settings = variableRules.map(({ name }) => name);
  const named = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').map((each) => each.split('=', 1)[0] ?? ''),
  );
  expect(named.filter((name) => name !== 'NODE_ENV' && !settings.includes(name))).toEqual([]);
});
