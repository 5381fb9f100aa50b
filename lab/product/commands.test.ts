import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';

const secretKey = Buffer.alloc(32, 'key').toString('base64');
const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-commands-'));
const inFolder = (name: string): string => path.join(folder, name);
const commandsFile = inFolder('commands.json');
const commandNamed = (name: string): string =>
  JSON.stringify({
    [name]: { title: 'Looks around', command: [inFolder('program')] },
    wait: { title: 'Waits', command: [inFolder('wait')] },
  });
let product: Product;

beforeAll(async () => {
  const text = `#!/bin/sh\nls -l /proc/self/fd >${folder}/open\ncat /proc/self/environ /proc/$PPID/environ >${folder}/environment\n`;
  writeFileSync(inFolder('program'), text, { mode: 0o700 });
  writeFileSync(inFolder('wait'), `#!/bin/sh\necho $$ >${folder}/pid\nexec sleep 60\n`, { mode: 0o700 });
  writeFileSync(commandsFile, commandNamed('look'), { mode: 0o600 });
  product = await startProduct({ env: { COMMANDS_FILE: commandsFile, SECRET_KEY: secretKey } });
}, 60_000);
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true });
});

async function addMonitor(command: string): Promise<number> {
  const { id: websiteId } = await product.api.websites.create({ body: { name: 'Machine' } });
  const body = { name: command, monitor_type: 'COMMAND', options: { command } } as const;
  return (await product.api.networkMonitors.create({ params: { websiteId }, body })).id;
}

it('gives a command no file, no socket and no secret of the server', async () => {
  const id = await addMonitor('look');
  expect(await product.api.networkMonitors.check({ params: { monitorId: id } })).toMatchObject({ is_up: true });

  const open = [...readFileSync(inFolder('open'), 'utf8').matchAll(/ (\d+) -> (\S+)/g)];
  expect(open.find(([, fd]) => fd === '0')?.[2]).toBe('/dev/null');
  // Standard output and error, one of which goes into the file here.
  expect(open.filter(([, , target]) => target?.startsWith('socket:'))).toHaveLength(1);
  expect(open.filter(([, , target]) => target?.startsWith(product.dataDir))).toEqual([]);
  const environment = readFileSync(inFolder('environment'), 'utf8');
  expect(environment).toContain('PATH=/usr/local/sbin');
  expect(environment).not.toContain(secretKey);
  expect(environment).not.toMatch(/SECRET_KEY|ADMIN_PASSWORD|DATA_DIR/);
});

it('keeps its commands while the file has an error, and has the new ones after many signals', async () => {
  const names = async () => (await product.api.commands.list()).map(({ name }) => name);
  writeFileSync(commandsFile, '{"other": {"title": "hunter2",}}');
  product.process.kill('SIGHUP');
  await expect.poll(() => product.output()).toContain('is not valid JSON, line 1');
  expect(await names()).toEqual(['look', 'wait']);
  writeFileSync(commandsFile, commandNamed('other'));
  for (let count = 0; count < 100; count += 1) product.process.kill('SIGHUP');
  await expect.poll(names).toEqual(['other', 'wait']);
  expect(product.output()).not.toContain('hunter2');
});

it('leaves no command running when it is killed', async () => {
  await addMonitor('wait');
  const readPid = (): string => (existsSync(inFolder('pid')) ? readFileSync(inFolder('pid'), 'utf8').trim() : '');
  await expect.poll(readPid, { timeout: 10_000 }).toMatch(/^\d+$/);
  const processFolder = `/proc/${readPid()}`;
  expect(existsSync(processFolder)).toBe(true);
  await product.end('SIGKILL');
  await expect.poll(() => existsSync(processFolder)).toBe(false);
});
