import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiClient, createApiClient } from '@upvigil/core/client/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Docker, openDocker, readDocumentedSizes, reasonForNoDocker } from './docker.ts';

const root = path.join(import.meta.dirname, '../..');
const minute = 60_000;
const targets = ['slim', 'full'] as const;
const imageOf = (target: (typeof targets)[number]): string => `upvigil-lab:${target}`;
const password = 'correct horse battery';
/** Limit for stopping the processes of a container; Docker allows 10 s. */
const longestStop = 7_000;

const reason = reasonForNoDocker();

describe.skipIf(reason !== null)(reason ?? 'the images', () => {
  let docker: Docker;
  const work = mkdtempSync(path.join(tmpdir(), 'upvigil-image-'));

  beforeAll(async () => {
    docker = await openDocker();
    for (const target of targets)
      await docker.run(['build', '--network', 'host', '--target', target, '--tag', imageOf(target), root]);
  }, 25 * minute);
  afterAll(async () => {
    await docker?.stop();
    rmSync(work, { recursive: true, force: true });
  }, minute);

  const inside = (container: string, command: readonly string[], input?: string): Promise<string> =>
    docker.run(['exec', '--interactive', container, ...command], input);

  /** Runs the program in a container without network. */
  function fetchInside(container: string): typeof fetch {
    const program = `
      let text = '';
      process.stdin.on('data', (part) => (text += part)).on('end', async () => {
        const { url, ...options } = JSON.parse(text);
        const answer = await fetch(url, options);
        console.log(JSON.stringify({ status: answer.status, headers: [...answer.headers], body: await answer.text() }));
      });`;
    return async (input, init) => {
      const { url, method, headers, body } = new Request(input, init);
      const asked = { url, method, headers: [...headers], body: body ? await new Response(body).text() : undefined };
      const answer = JSON.parse(await inside(container, ['node', '-e', program], JSON.stringify(asked)));
      return new Response(answer.status === 204 ? null : answer.body, answer);
    };
  }

  async function signIn(container: string): Promise<ApiClient> {
    let token: string | null = null;
    const options = { baseUrl: 'http://127.0.0.1:8080', getToken: () => token, fetch: fetchInside(container) };
    const api = createApiClient(options);
    ({ access_token: token } = await api.auth.login({ body: { password } }));
    return api;
  }

  /** Status of `/healthz`; 0 without an answer. */
  const readHealth = (container: string): Promise<number> =>
    fetchInside(container)('http://127.0.0.1:8080/healthz').then(
      ({ status }) => status,
      () => 0,
    );

  async function expectRights(container: string): Promise<void> {
    expect((await inside(container, ['id', '-u'])).trim()).toBe('1000');
    for (const file of ['/opt/upvigil/x', '/etc/x', '/x'])
      await expect(inside(container, ['touch', file])).rejects.toThrow('Read-only file system');
    await inside(container, ['touch', '/data/x', '/tmp/x']);
  }

  async function expectCleanStop(container: string): Promise<void> {
    const start = performance.now();
    await docker.run(['stop', container]);
    const took = performance.now() - start;
    console.log(`${container.slice(0, 12)} stopped in ${Math.round(took)} ms`);
    expect((await docker.run(['inspect', '-f', '{{.State.ExitCode}}', container])).trim()).toBe('0');
    expect(took).toBeLessThan(longestStop);
  }

  it('have the sizes that the documents say, within 5 %', async () => {
    const [slim = 0, full = 0] = await Promise.all(
      targets.map(async (target) => Number(await docker.run(['image', 'inspect', '-f', '{{.Size}}', imageOf(target)]))),
    );
    const documented = readDocumentedSizes();
    console.log(`slim ${(slim / 1e6).toFixed(0)} MB, full ${(full / 1e9).toFixed(3)} GB`);
    expect(Math.abs(slim / documented.slim - 1)).toBeLessThan(0.05);
    expect(Math.abs(full / documented.full - 1)).toBeLessThan(0.05);
    expect((full - slim).toPrecision(1)).toBe(documented.difference.toPrecision(1));
  });

  it('full, by compose.yaml: healthy, as user 1000 on a read-only root; pings, opens pages, signs in, stops', async () => {
    const text = readFileSync(path.join(root, 'compose.yaml'), 'utf8');
    const { services, volumes } = parse(text) as { services: { upvigil: Record<string, unknown> }; volumes: object };
    const { build: _build, ports: _ports, ...service } = services.upvigil;
    const upvigil = {
      ...service,
      image: imageOf('full'),
      network_mode: 'none',
      environment: { ADMIN_PASSWORD: password },
    };
    const file = path.join(work, 'compose.json');
    writeFileSync(file, JSON.stringify({ version: '3.8', services: { upvigil }, volumes }));
    const compose = (...args: string[]) => docker.compose(['-p', 'upvigil-lab', '-f', file, ...args]);
    try {
      await compose('up', '-d');
      const container = (await compose('ps', '-q')).trim();
      await expect.poll(() => readHealth(container), { timeout: minute, interval: 200 }).toBe(200);
      await expectRights(container);

      const api = await signIn(container);
      const { id } = await api.websites.create({ body: { name: 'Shop' } });
      const page = { url: 'http://127.0.0.1:8080/status', check_mode: 'browser' as const };
      const url = await api.urls.create({ params: { websiteId: id }, body: page });
      expect(await api.urls.check({ params: { urlId: url.id } })).toMatchObject({ is_up: true, status_code: 200 });
      const ping = { monitor_type: 'ICMP_PING', host: '127.0.0.1' } as const;
      expect(await api.networkMonitors.test({ body: ping })).toMatchObject({ success: true });

      await inside(container, ['upvigil', 'login', '--password-stdin'], `${password}\n`);
      expect(JSON.parse(await inside(container, ['upvigil', 'websites', '--json']))).toMatchObject([{ name: 'Shop' }]);
      expect(await inside(container, ['ls', '/data/cli'])).toContain('json');

      const health = () => docker.run(['inspect', '-f', '{{.State.Health.Status}}', container]);
      await expect.poll(health, { timeout: 2 * minute, interval: 1000 }).toBe('healthy\n');
      await expectCleanStop(container);
    } finally {
      await compose('down', '--volumes');
    }
  });

  it('slim: answers, as user 1000 on a read-only root, says that it opens no pages, and stops', async () => {
    const limits = ['--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network', 'none'];
    const args = ['run', '--detach', ...limits, '--env', `ADMIN_PASSWORD=${password}`, imageOf('slim')];
    const container = (await docker.run(args)).trim();
    try {
      await expect.poll(() => readHealth(container), { timeout: minute, interval: 200 }).toBe(200);
      await expectRights(container);
      const api = await signIn(container);
      const { id } = await api.websites.create({ body: { name: 'Shop' } });
      const page = { url: 'http://127.0.0.1:8080/status', check_mode: 'browser' as const };
      const url = await api.urls.create({ params: { websiteId: id }, body: page });
      await expect(api.urls.check({ params: { urlId: url.id } })).rejects.toThrow('no Chromium was found');
      await expectCleanStop(container);
    } finally {
      await docker.run(['rm', '--force', '--volumes', container]);
    }
  });

  it.each(['compose.yaml', 'examples/postgres-workers/compose.yaml'])('compose accepts %s', async (file) => {
    await docker.compose(['-f', path.join(root, file), 'config', '-q']);
  });
});
