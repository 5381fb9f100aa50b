import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../base/config/config.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { examineFolder } from '../diagnostics/data/folder.ts';
import type { Finding } from '../diagnostics/diagnostic.ts';
import { type ChangeRelay, createChangeRelay } from './change-relay.ts';
import { markFolder } from './folder-id.ts';

let tested: TestStorage;
let folders: string[];
let relays: ChangeRelay[];
beforeEach(async () => {
  tested = await openTestStorage();
  relays = [];
  folders = [];
});
afterEach(async () => {
  for (const relay of relays) await relay.stop();
  await tested.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-folders-'));
  folders.push(folder);
  return folder;
}

/** A process that listens to changes and has this data folder. */
async function startProcess(dataDir: string): Promise<ChangeRelay> {
  const { connections } = tested.storage;
  if (connections === null) throw new Error('PostgreSQL has connections');
  const changes = createChangeFeed(() => undefined);
  const log = { warn: () => undefined };
  const relay = createChangeRelay({
    connections,
    changes,
    log,
    processId: String(relays.length),
    folderId: markFolder(dataDir),
  });
  await relay.start();
  relays.push(relay);
  return relay;
}

const look = (dataDir: string): Promise<Finding> =>
  examineFolder({ config: readConfig({ DATA_DIR: dataDir }), storage: tested.storage });

test('a shared folder passes, and all processes report another one until it is gone', async () => {
  const shared = newFolder();
  await startProcess(shared);
  expect(await look(shared)).toMatchObject({ status: 'ok', message: 'No other process uses it' });
  await startProcess(shared);
  expect(await look(shared)).toMatchObject({ status: 'ok', message: 'All 2 processes use this folder' });
  const apart = newFolder();
  const other = await startProcess(apart);
  expect(await look(shared)).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('1 of 3 processes has'),
  });
  expect(await look(apart)).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('2 of 3 processes have'),
  });
  await other.stop();
  await expect.poll(() => look(shared)).toMatchObject({ status: 'ok' });
});

test('a process whose folder has no id counts as another', async () => {
  const shared = newFolder();
  await startProcess(shared);
  await startProcess(path.join(shared, 'folder-id'));
  expect(await look(shared)).toMatchObject({ status: 'warn' });
  expect(await look(path.join(shared, 'folder-id'))).toMatchObject({ status: 'warn' });
});
