import { readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import multipart from '@fastify/multipart';
import type { Backup } from '@upvigil/core/contract/backup';
import { backupMessages } from '@upvigil/core/texts/backup';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newcomer, ownerOf } from '../../access/caller.ts';
import { systemClock } from '../../base/clock.ts';
import { backupsDir } from '../../operations/backup/backup-files.ts';
import { refuseWhileRestoring, restoringMessage } from '../../operations/backup/refuse-while-restoring.ts';
import { createDailyBackups } from '../../operations/backup/schedule/daily-backups.ts';
import { testBackups } from '../../operations/backup/testing/test-backups.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { backupRoutes } from './backup.ts';

let test: TestStorage;
let app: FastifyInstance;
let address: string;
let now: number;
let whilePaused: () => Promise<void>;

beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  whilePaused = async () => undefined;
  const backups = testBackups(test, {
    clock: { ...systemClock, now: () => now },
    pauseChecks: () => whilePaused(),
  });
  // A client may disconnect before the server ends a download.
  app = fastify({ forceCloseConnections: true });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } });
  refuseWhileRestoring(app, { isRestoring: backups.isRestoring, isServedFromMemory: () => false });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = ownerOf(newcomer);
  });
  auditOn(app, test.db);
  const changes = { publish: () => undefined, subscribe: () => () => undefined };
  const daily = createDailyBackups({
    storage: test.storage,
    dataDir: test.folder,
    clock: { ...systemClock, now: () => now },
    changes,
    backups,
    log: { info: () => undefined, error: () => undefined },
  });
  backupRoutes(app, { backups, daily, changes });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/backup`;
});
afterEach(async () => {
  await app.close();
  await test.close();
});

const post = (what: string): Promise<Response> => fetch(`${address}/${what}`, { method: 'POST' });
const create = async (name = ''): Promise<Backup> => (await post(`create?name=${name}`)).json() as Promise<Backup>;
const list = async (): Promise<string[]> =>
  ((await (await fetch(`${address}/list`)).json()) as { backups: Backup[] }).backups.map(({ name }) => name);
const download = async (name: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${address}/download/${name}`)).arrayBuffer());

function restore(content: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'any name.tar.gz');
  return fetch(`${address}/restore`, { method: 'POST', body: form });
}

describe('backups over HTTP', () => {
  it('are created, listed, downloaded and deleted by name', async () => {
    const answer = await post('create?name=nightly');
    expect(answer.status).toBe(201);
    const backup = (await answer.json()) as Backup;
    expect(backup.name).toBe('nightly_20260310T120000Z.tar.gz');
    expect(await list()).toEqual([backup.name]);
    const file = await fetch(`${address}/download/${backup.name}`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(backup.size),
      'content-disposition': `attachment; filename="${backup.name}"`,
      'cache-control': 'private, no-store',
    });
    expect((await file.arrayBuffer()).byteLength).toBe(backup.size);
    expect((await fetch(`${address}/${backup.name}`, { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  describe('are downloaded in parts', () => {
    const part = async (name: string, headers: Record<string, string>) => {
      const answer = await fetch(`${address}/download/${name}`, { headers });
      const content = Buffer.from(await answer.arrayBuffer());
      return { answer, status: answer.status, range: answer.headers.get('content-range'), content };
    };

    it('from a start, within the file, and from the end', async () => {
      const { name, size } = await create();
      const whole = await part(name, {});
      expect(whole.status).toBe(200);
      expect(whole.answer.headers.get('accept-ranges')).toBe('bytes');
      for (const [wanted, start, end] of [
        ['bytes=100-', 100, size - 1],
        ['bytes=100-199', 100, 199],
        ['bytes=0-0', 0, 0],
        ['bytes=200-999999999', 200, size - 1],
        ['bytes=-10', size - 10, size - 1],
        ['bytes=-999999999', 0, size - 1],
      ] as const) {
        const { answer, status, range, content } = await part(name, { range: wanted });
        expect({ status, range }, wanted).toEqual({ status: 206, range: `bytes ${start}-${end}/${size}` });
        expect(answer.headers.get('content-length')).toBe(String(end + 1 - start));
        expect(content.equals(whole.content.subarray(start, end + 1)), wanted).toBe(true);
      }
    });

    it('are refused after the end, with the size', async () => {
      const { name, size } = await create();
      for (const range of [`bytes=${size}-`, 'bytes=999999999-', 'bytes=-0']) {
        const answer = await fetch(`${address}/download/${name}`, { headers: { range } });
        expect(answer.status, range).toBe(416);
        expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
        expect(await answer.json()).toEqual({ detail: `The file has ${size} bytes: nothing of it is in this range` });
      }
    });

    it('as a whole when the range is not supported', async () => {
      const { name, size } = await create();
      for (const range of ['bytes=9-5', 'bytes=-', 'bytes=a-', 'bytes=1-2,5-6', 'lines=1-2', '', 'bytes=1-2x']) {
        const { status, content } = await part(name, { range });
        expect({ status, length: content.length }, range).toEqual({ status: 200, length: size });
      }
    });

    it('only from the same content as the first part', async () => {
      const { name, size } = await create();
      const etag = (await part(name, {})).answer.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(await part(name, { range: 'bytes=100-', 'if-range': etag })).toMatchObject({ status: 206 });
      for (const other of ['"other"', `W/${etag}`, 'Tue, 10 Mar 2026 12:00:00 GMT']) {
        const { status, content } = await part(name, { range: 'bytes=100-', 'if-range': other });
        expect({ status, length: content.length }, other).toEqual({ status: 200, length: size });
      }
      await fetch(`${address}/${name}`, { method: 'DELETE' });
      await makeWebsite(test.db);
      expect((await create()).name).toBe(name);
      const anew = await part(name, { range: 'bytes=100-', 'if-range': etag });
      expect(anew.status).toBe(200);
      expect(anew.answer.headers.get('etag')).not.toBe(etag);
    });
  });

  it('are called upvigil without a name, as the pages send it', async () => {
    for (const query of ['create', 'create?name=', 'create?name=null']) {
      expect((await (await post(query)).json()) as Backup).toMatchObject({ name: expect.stringMatching(/^upvigil_/) });
      now += 1000;
    }
  });

  it('accept no name that could lead elsewhere', async () => {
    for (const name of ['../x', 'a/b', 'a b', 'ü', 'a'.repeat(65), '%00', '$(id)', '`id`', 'a;id', 'a|id', 'a\nb']) {
      expect((await post(`create?name=${encodeURIComponent(name)}`)).status).toBe(422);
    }
    expect(readdirSync(test.folder)).not.toContain('x');
  });

  it('are found in the listing only', async () => {
    writeFileSync(path.join(test.folder, 'secret_20260310T120000Z.tar.gz'), 'secret');
    for (const name of ['..%2Fsecret_20260310T120000Z.tar.gz', 'upvigil.sqlite', '%2Fetc%2Fpasswd']) {
      expect((await fetch(`${address}/download/${name}`)).status).toBe(404);
      expect((await fetch(`${address}/${name}`, { method: 'DELETE' })).status).toBe(404);
    }
  });

  it('are cut to the newest by a clean-up', async () => {
    for (const name of ['a', 'b', 'c']) {
      await create(name);
      now += 1000;
    }
    const answer = await post('cleanup?keep_count=2');
    expect(await answer.json()).toEqual({ deleted: ['a_20260310T120000Z.tar.gz'], kept: 2 });
    expect((await post('cleanup?keep_count=-1')).status).toBe(422);
  });

  it('restore data, after a copy of the replaced data', async () => {
    await makeWebsite(test.db, { name: 'Kept' });
    const { name } = await create();
    await test.db.updateTable('stored_websites').set({ name: 'Changed' }).execute();
    const answer = await restore(await download(name));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      message: backupMessages.restored,
      restored: { websites: 1, checks: 0 },
    });
    expect(await test.db.selectFrom('websites').select('name').execute()).toEqual([{ name: 'Kept' }]);
    expect(await list()).toContain('before-restore_20260310T120000Z.tar.gz');
  });

  it('are refused with the reason when they are no backups', async () => {
    const answer = await restore(Buffer.from('letter'));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ detail: 'The archive is damaged, or not gzip' });
    expect((await fetch(`${address}/restore`, { method: 'POST', body: new FormData() })).status).toBe(422);
    expect(readdirSync(backupsDir(test.folder))).toEqual([]);
  });

  it('are refused at once in another field, however large, and the server continues', async () => {
    const form = new FormData();
    form.append('backup', new Blob([Buffer.alloc(20 * 1024 * 1024)]), 'backup.tar.gz');
    const answer = await fetch(`${address}/restore`, { method: 'POST', body: form });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: backupMessages.fileMissing });
    expect((await restore(await download((await create()).name))).status).toBe(200);
  });

  it('block other requests while data is replaced', async () => {
    const { name } = await create();
    const content = await download(name);
    let seen: Response | null = null;
    whilePaused = async () => {
      seen = await fetch(`${address}/list`);
    };
    expect((await restore(content)).status).toBe(200);
    expect(seen).toMatchObject({ status: 503 });
    expect(await (seen as Response | null)?.json()).toEqual({ detail: restoringMessage });
    expect((await fetch(`${address}/list`)).status).toBe(200);
  });
});
