import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
  await makeWebsite(app.db);
});
afterEach(() => app.close());

const path = '/network/websites/1/network-monitors';
const disk = { name: 'Disk', monitor_type: 'COMMAND', options: { command: 'disk' } };
const web = { ...disk, host: 'shop.test', port: 443, options: { command: 'web' } };
const offerCommands = (): void => {
  app.commands.push({ name: 'disk', title: 'Disk space', parameters: [], location_ids: [] });
  app.commands.push({ name: 'web', title: 'Web', parameters: ['host', 'port'], location_ids: [] });
};
const errorsOf = ({ body }: { body: unknown }) => (body as { errors?: { field: string; message: string }[] }).errors;

describe('a monitor with a command', () => {
  it('is refused on a server without commands', async () => {
    expect(await app.call('POST', path, disk)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('No commands are configured on this server') },
    });
  });

  it('has host and port exactly if its command has these parameters', async () => {
    offerCommands();
    expect(await app.call('POST', path, disk)).toMatchObject({
      status: 201,
      body: { monitor_type: 'COMMAND', host: '', port: null, options: { command: 'disk' } },
    });
    expect(await app.call('POST', path, { ...web, host: 'shop.test ' })).toMatchObject({
      status: 201,
      body: { host: 'shop.test', port: 443 },
    });
    expect([...app.engine.watched.values()].map(({ target }) => target)).toEqual([
      { kind: 'COMMAND', command: 'disk', host: '', port: null },
      { kind: 'COMMAND', command: 'web', host: 'shop.test', port: 443 },
    ]);
  });

  it.each([
    [
      { ...disk, options: { command: 'dsk' } },
      'options.command',
      'There is no command "dsk". Commands of this server: disk, web',
    ],
    [{ ...disk, options: { command: '/bin/sh' } }, 'options.command', 'Command must be a name of the commands file'],
    [{ ...disk, options: {} }, 'options.command', 'Command is required'],
    [{ ...disk, options: null }, 'options.command', 'Command is required'],
    [{ ...disk, host: 'shop.test' }, 'host', 'The command "disk" takes no host'],
    [{ ...disk, port: 80 }, 'port', 'The command "disk" takes no port'],
    [{ ...web, host: null }, 'host', 'The command "web" needs a host'],
    [{ ...web, port: null }, 'port', 'The command "web" needs a port'],
    [{ ...web, host: '-x' }, 'host', 'Host must not begin with -'],
    [{ ...web, host: '; $(id)' }, 'host', 'Host must be a host name or an IP address'],
    [{ ...web, host: 'a\nb' }, 'host', 'Host must be a host name or an IP address'],
    [{ ...disk, monitor_type: 'TCP_PORT', port: 80, host: 'a' }, 'options.command', 'has no such option'],
    [{ name: 'Port', monitor_type: 'TCP_PORT', port: 80 }, 'host', 'Host is required'],
  ])('is refused as %j', async (body, field, message) => {
    offerCommands();
    const answer = await app.call('POST', path, body);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toContainEqual({ field, message: expect.stringContaining(message) });
    const tested = await app.call('POST', '/network/network-monitors/test', { ...body, name: undefined });
    expect(tested.status).toBe(422);
    expect(app.engine.probed).toBeNull();
  });

  it('reports a missing host together with other errors', async () => {
    const answer = await app.call('POST', path, { name: '', monitor_type: 'TCP_PORT', port: 80 });
    expect(
      errorsOf(answer)
        ?.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['host', 'name']);
  });

  it('can be changed without the commands file, except for its command', async () => {
    offerCommands();
    await app.call('POST', path, web);
    app.commands.length = 0;
    const change = (body: object) => app.call('PUT', '/network/network-monitors/1', body);
    expect(await change({ enabled: false, name: 'Shop' })).toMatchObject({ status: 200, body: { name: 'Shop' } });
    expect((await change({ host: 'other.test' })).status).toBe(422);
    expect((await change({ options: { command: 'disk' } })).status).toBe(422);
  });

  it('takes the place of another kind, whose host must go if the command has none', async () => {
    offerCommands();
    await app.call('POST', path, { name: 'Port', host: 'shop.test', port: 80 });
    const change = (body: object) => app.call('PUT', '/network/network-monitors/1', body);
    const options = { command: 'disk' };
    expect((await change({ monitor_type: 'COMMAND', options })).status).toBe(422);
    expect((await change({ monitor_type: 'COMMAND', host: null, port: null, options })).status).toBe(200);
    expect(errorsOf(await change({ monitor_type: 'ICMP_PING' }))?.[0]).toMatchObject({ field: 'host' });
  });
});
