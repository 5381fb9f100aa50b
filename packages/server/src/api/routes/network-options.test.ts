import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeMonitor, makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
beforeAll(async () => {
  app = await startResourceApp();
  await makeWebsite(app.db);
});
afterAll(() => app.close());

const base = '/network/network-monitors';
const cache = { name: 'Cache', monitor_type: 'REDIS', host: 'cache.test', port: 6379 };

async function add(options: object): Promise<number> {
  const answer = await app.call('POST', '/network/websites/1/network-monitors', { ...cache, options });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as NetworkMonitor).id;
}

const put = (id: number, body: object) => app.call('PUT', `${base}/${id}`, body);
const test = (body: object) => {
  const { name: _, ...target } = cache;
  return app.call('POST', `${base}/test`, { ...target, ...body });
};
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  fields: (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field),
});
const refused = (...fields: string[]) => ({ status: 422, fields });
const rowOf = (id: number) =>
  app.db.selectFrom('monitors').select(['options', 'secrets']).where('id', '=', id).executeTakeFirstOrThrow();
/** As after a restore on an installation with another key. */
const loseKey = (id: number) =>
  app.db
    .updateTable('stored_monitors')
    .set({ secrets: '{"password":"sealed:0123456789abcdef:x"}' })
    .where('id', '=', id)
    .execute();

describe('the options of a network monitor', () => {
  it('have their secrets sealed in the database, masked in answers, and readable for the engine alone', async () => {
    const id = await add({ password: 'planted-one', username: 'ops' });
    const row = await rowOf(id);
    const answers = [
      await app.call('GET', `${base}/${id}`),
      await app.call('GET', '/network/websites/1/network-monitors'),
      await put(id, { options: { password: 'planted-two' } }),
    ];
    const audit = JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute());

    expect(JSON.stringify([row, await rowOf(id), answers, audit])).not.toContain('planted');
    expect(audit).toContain('options.password');
    expect(audit).toContain('options.username');
    expect(answers[2]?.body).toMatchObject({ options: { password: maskedSecret, username: 'ops' } });
    expect(app.engine.watched.get(id)?.target).toMatchObject({ options: { password: 'planted-two' } });
  });

  it('lose their secrets when the kind changes, also on the way back', async () => {
    const id = await add({ password: 'planted' });

    await put(id, { monitor_type: 'SMTP' });
    expect(await rowOf(id)).toEqual({ options: null, secrets: null });
    expect(fieldsOf(await put(id, { monitor_type: 'REDIS', options: { password: maskedSecret } }))).toEqual(
      refused('options.password'),
    );
  });

  it('stay with {}, and get their defaults with null', async () => {
    const id = await add({ database: '3' });

    expect((await put(id, { options: {} })).body).toMatchObject({ options: { database: '3' } });
    expect((await put(id, { options: null })).body).toMatchObject({ options: null });
  });

  it.each<[unknown, string]>([
    [{ password: 'x'.repeat(2001) }, 'options.password'],
    [{ password: 'a\r\nFLUSHALL' }, 'options.password'],
    [{ password: 7 }, 'options.password'],
    [{ database: ['3'] }, 'options.database'],
    [{ database: '3\r\nFLUSHALL' }, 'options.database'],
    [{ server_name: 'a\r\nb' }, 'options.server_name'],
    [{ tls_verify: 'no' }, 'options.tls_verify'],
    [{ constructor: 'x' }, 'options.constructor'],
    [{ expected: 'x' }, 'options.expected'],
    [{ expected: ['x'] }, 'options.expected'],
    [[], 'options'],
    ['x', 'options'],
  ])('are refused as %j', async (options, field) => {
    const id = await add({});
    expect(fieldsOf(await put(id, { options }))).toEqual(refused(field));
    expect(fieldsOf(await test({ options }))).toEqual(refused(field));
  });
});

describe('a test of a network monitor', () => {
  it('sends the stored secret for its mask, to the same target alone', async () => {
    const id = await add({ password: 'planted' });
    const options = { password: maskedSecret };

    expect(await test({ options, monitor_id: id })).toMatchObject({ status: 200 });
    expect(app.engine.probed).toMatchObject({ target: { options: { password: 'planted' } } });
    expect(fieldsOf(await test({ options, monitor_id: id, host: 'evil.test' }))).toEqual(refused('options.password'));
    expect(fieldsOf(await test({ monitor_id: id, port: 6380 }))).toEqual(refused('options.password'));
    expect(fieldsOf(await test({ options }))).toEqual(refused('options.password'));
  });

  it('has no secret of a monitor of another kind', async () => {
    const id = await add({ password: 'planted' });

    expect(await test({ monitor_type: 'SMTP', monitor_id: id })).toMatchObject({ status: 200 });
    expect(JSON.stringify(app.engine.probed)).not.toContain('planted');
  });

  it('is 404 for an unknown monitor, and for a URL', async () => {
    const page = await makeMonitor(app.db, { website_id: 1 });

    expect(await test({ monitor_id: 999 })).toMatchObject({ status: 404 });
    expect(await test({ monitor_id: page.id })).toMatchObject({ status: 404 });
  });

  it('runs with a secret that is entered in place of one that cannot be opened', async () => {
    const id = await add({ password: 'lost' });
    await loseKey(id);

    expect(await test({ monitor_id: id })).toMatchObject({ status: 422 });
    expect(await test({ monitor_id: id, options: { password: 'entered' } })).toMatchObject({ status: 200 });
    expect(app.engine.probed).toMatchObject({ target: { options: { password: 'entered' } } });
    expect(await test({ monitor_id: id, options: { password: null } })).toMatchObject({ status: 200 });
  });
});

describe('a network monitor whose secret cannot be opened', () => {
  it('can be edited, keeps the secret, and is whole again with another or none', async () => {
    const id = await add({ password: 'lost' });
    await loseKey(id);
    const before = await rowOf(id);

    expect((await put(id, { name: 'Renamed' })).body).toMatchObject({ secrets_missing: true });
    expect(await rowOf(id)).toEqual(before);
    expect(app.engine.watched.get(id)?.target).toMatchObject({ secrets_missing: true });
    expect((await put(id, { options: { password: null } })).body).toMatchObject({ options: null });
    expect(await rowOf(id)).toEqual({ options: null, secrets: null });
    expect(app.engine.watched.get(id)?.target).not.toHaveProperty('secrets_missing');
  });
});
