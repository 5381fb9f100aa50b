import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startRelay } from '../support/download-relay.ts';
import { adminPassword, type Product, startProduct } from '../support/product.ts';

const bin = path.resolve(import.meta.dirname, '../../packages/cli/dist/bin.js');
const script = path.resolve(import.meta.dirname, '../../examples/cron-backup/upvigil-backup.sh');
const crontab = path.resolve(import.meta.dirname, '../../examples/cron-backup/crontab');

interface Result {
  stdout: string;
  stderr: string;
  exitCode: number;
}

let product: Product;
let folder: string;

beforeAll(async () => {
  product = await startProduct();
  const { id: websiteId } = await product.api.websites.create({ body: { name: 'Kept' } });
  await product.api.urls.create({ params: { websiteId }, body: { url: 'http://127.0.0.1:9/', enabled: false } });
});
afterAll(() => product.remove());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'upvigil-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function run(file: string, argv: readonly string[], environment: Record<string, string> = {}): Promise<Result> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    UPVIGIL_SERVER: product.baseUrl,
    UPVIGIL_TOKEN: product.token,
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(file, argv, { env, cwd: folder }, (error: ExecFileException | null, stdout, stderr) => {
      resolve({ stdout, stderr, exitCode: typeof error?.code === 'number' ? error.code : error ? 255 : 0 });
    });
  });
}
const upvigil = (...argv: string[]): Promise<Result> => run(process.execPath, [bin, ...argv]);
const files = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

test('a backup is created, downloaded, checked, restored and deleted', async () => {
  const created = await upvigil('backup', 'create', '--name', 'journey');
  expect(created).toMatchObject({ stderr: '', exitCode: 0 });
  const name = created.stdout.trim();
  expect(name).toMatch(/^journey_\d{8}T\d{6}Z\.tar\.gz$/);

  const downloaded = await upvigil('backup', 'download', name, '--json');
  expect(JSON.parse(downloaded.stdout)).toMatchObject({ name, file: name, rows: { websites: 1 }, screenshots: 0 });
  expect(files()).toEqual([name]);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);

  expect((await upvigil('backup', 'verify', name)).stdout).toContain('rows\twebsites\t1\n');

  await product.api.websites.create({ body: { name: 'Not in the backup' } });
  const asked = await upvigil('backup', 'restore', name);
  expect(asked).toMatchObject({
    exitCode: 1,
    stderr: 'upvigil: This command needs an answer on a terminal: repeat it with --yes\n',
  });
  expect(await product.api.websites.list()).toHaveLength(2);
  const restored = await upvigil('backup', 'restore', name, '--yes', '--json');
  expect(JSON.parse(restored.stdout)).toMatchObject({ restored: { websites: 1, monitors: 1 } });
  expect((await product.api.websites.list()).map((website) => website.name)).toEqual(['Kept']);

  const deleted = await upvigil('backup', 'delete', name, '--yes', '--json');
  expect(JSON.parse(deleted.stdout)).toEqual({ deleted: [name] });
  expect((await upvigil('backup', 'delete', name, '--yes')).exitCode).toBe(1);
});

test('a download goes on with what an earlier try left, and a part that does not fit is fetched anew', async () => {
  const name = (await upvigil('backup', 'create', '--name', 'parts')).stdout.trim();
  await upvigil('backup', 'download', name, '--output', 'whole.tar.gz');
  const whole = readFileSync(path.join(folder, 'whole.tar.gz'));
  const size = whole.length;
  const relay = await startRelay(product.baseUrl);
  for (const { left, asked } of [
    { left: whole.subarray(0, 500), asked: [`bytes=500-: 206, ${size - 500} bytes`] },
    {
      left: Buffer.from('of something else'),
      asked: [`bytes=17-: 206, ${size - 17} bytes`, `all: 200, ${size} bytes`],
    },
    { left: whole, asked: [`bytes=${size}-: 416`] },
    { left: Buffer.alloc(size * 2), asked: [`bytes=${size * 2}-: 416`, `all: 200, ${size} bytes`] },
  ]) {
    writeFileSync(path.join(folder, `${name}.part`), left);
    const download = await run(process.execPath, [bin, 'backup', 'download', name, '--yes'], {
      UPVIGIL_SERVER: relay.url,
    });
    expect(download).toMatchObject({ stdout: `${name}\n`, exitCode: 0 });
    expect(readFileSync(path.join(folder, name)).equals(whole)).toBe(true);
    expect(existsSync(path.join(folder, `${name}.part`))).toBe(false);
    expect(relay.downloads.splice(0)).toEqual(asked);
  }
});

test('a download that breaks off in the middle is not fetched twice', async () => {
  const name = (await upvigil('backup', 'create', '--name', 'broken')).stdout.trim();
  const relay = await startRelay(product.baseUrl);
  const part = path.join(folder, `${name}.part`);
  const left = () => statSync(part, { throwIfNoEntry: false })?.size;
  relay.breaking = { bytes: 700, haveArrived: () => expect.poll(left).toBe(700) };
  const download = (): Promise<Result> =>
    run(process.execPath, [bin, 'backup', 'download', name], { UPVIGIL_SERVER: relay.url });
  expect((await download()).exitCode).toBe(1);
  expect(files()).toEqual([`${name}.part`]);
  relay.breaking = null;
  expect(await download()).toMatchObject({ stdout: `${name}\n`, stderr: '', exitCode: 0 });
  expect(relay.downloads.at(-1)).toMatch(/^bytes=700-: 206, \d+ bytes$/);
  expect(files()).toEqual([name]);
});

test('an existing file is not replaced without a yes', async () => {
  const name = (await upvigil('backup', 'create')).stdout.trim();
  writeFileSync(path.join(folder, name), 'mine');
  const refused = await upvigil('backup', 'download', name);
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: 'upvigil: This command needs an answer on a terminal: repeat it with --yes\n',
  });
  expect(readFileSync(path.join(folder, name), 'utf8')).toBe('mine');
});

test('a broken file is named, with what is wrong with it, and is not sent', async () => {
  const name = (await upvigil('backup', 'create')).stdout.trim();
  await upvigil('backup', 'download', name);
  const file = path.join(folder, name);
  const content = readFileSync(file);
  writeFileSync(file, content.subarray(0, content.length - 200));
  for (const argv of [['verify'], ['restore', '--yes']] as const) {
    const [verb, ...rest] = argv;
    const { stdout, stderr, exitCode } = await upvigil('backup', verb, name, ...rest);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^upvigil: ${name} is not a valid backup: .+\\n$`));
    expect(exitCode).toBe(1);
  }
  expect((await upvigil('backup', 'verify', 'nothing-there.tar.gz')).stderr).toContain('nothing-there.tar.gz');
});

test('a name that leads elsewhere is refused', async () => {
  for (const name of ['../../etc/passwd', '..', '']) {
    const { stderr, exitCode } = await upvigil('backup', 'download', name);
    expect(stderr).toContain('is not the name of a backup');
    expect(exitCode).toBe(1);
  }
});

/** An address where nothing listens. */
const nobody = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(`http://127.0.0.1:${port}`));
    });
  });

/** The nightly script, as cron runs it. */
const nightly = (environment: Record<string, string> = {}): Promise<Result> =>
  run('/bin/sh', [script], {
    UPVIGIL: `${process.execPath} ${bin}`,
    UPVIGIL_BACKUP_FOLDER: folder,
    UPVIGIL_BACKUP_KEEP: '2',
    ...environment,
  });

test('the cron example backs up silently and keeps the wanted number, there and here', async () => {
  await upvigil('backup', 'cleanup', '--keep', '0', '--yes');
  for (let night = 1; night <= 3; night += 1) {
    expect(await nightly()).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    // Two backups in the same second would have the same name; nights are further apart.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(lastSecond());
  }
  const { backups } = await product.api.backup.list();
  expect(backups).toHaveLength(2);
  expect(files().sort()).toEqual(backups.map(({ name }) => name).sort());
});

const lastSecond = (): number =>
  Math.floor(Math.max(...files().map((name) => statSync(path.join(folder, name)).mtimeMs)) / 1000);

test('the cron example also signs in by password, for this one run', async () => {
  const environment = { UPVIGIL_TOKEN: '', UPVIGIL_PASSWORD: adminPassword };
  expect(await nightly(environment)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

test('the cron example runs on a token that may back up and nothing else', async () => {
  const made = await product.api.tokens.create({ body: { name: 'Nightly backup', scopes: ['backup'] } });
  const environment = { UPVIGIL_TOKEN: made.token };
  const { name } = (await product.api.backup.list()).backups[0] ?? { name: '' };
  expect(await nightly({ ...environment, UPVIGIL_BACKUP_KEEP: '3' })).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  const copy = files()[0] ?? '';
  for (const [argv, needed] of [
    [['backup', 'restore', copy, '--yes'], 'admin'],
    [['backup', 'delete', name, '--yes'], 'admin'],
    [['backup', 'cleanup', '--keep', '2', '--yes'], 'admin'],
    [['websites'], 'read'],
  ] as const) {
    const refused = await run(process.execPath, [bin, ...argv], environment);
    expect(refused).toMatchObject({ stdout: '', exitCode: 1 });
    expect(refused.stderr).toContain(`upvigil: This needs ${needed}; this token has backup\n`);
  }
  await product.api.tokens.remove({ params: { tokenId: made.id } });
  expect((await nightly(environment)).stderr).toMatch(/no longer accepts the token\. Run: upvigil login\n$/);
});

test('the cron example fails loudly: server away, wrong token, wrong password, folder that cannot be written', async () => {
  const away = await nightly({ UPVIGIL_SERVER: await nobody() });
  expect(away).toMatchObject({ stdout: '', exitCode: 1 });
  expect(away.stderr).toMatch(/^upvigil: No answer from http:\/\/127\.0\.0\.1:\d+ \(connection refused\)\..*\n$/);

  const wrongToken = await nightly({ UPVIGIL_TOKEN: 'wrong' });
  expect(wrongToken).toMatchObject({ stdout: '', exitCode: 1 });
  expect(wrongToken.stderr).toMatch(/no longer accepts the token\. Run: upvigil login\n$/);

  const wrongPassword = await nightly({ UPVIGIL_TOKEN: '', UPVIGIL_PASSWORD: 'wrong' });
  expect(wrongPassword).toMatchObject({ stderr: 'upvigil: Invalid password. Please try again.\n', exitCode: 1 });

  writeFileSync(path.join(folder, 'a-file'), '');
  const noFolder = await nightly({ UPVIGIL_BACKUP_FOLDER: path.join(folder, 'a-file', 'below') });
  expect(noFolder.exitCode).toBe(1);
  expect(noFolder.stderr).not.toBe('');
  expect(files()).toEqual(['a-file']);
});

test('the crontab names the script and what it reads', () => {
  const text = readFileSync(crontab, 'utf8');
  expect(text).toMatch(/^15 2 \* \* \* .*upvigil-backup\.sh$/m);
  for (const variable of text.matchAll(/^(UPVIGIL\w*)=/gm)) expect(readFileSync(script, 'utf8')).toContain(variable[1]);
});
