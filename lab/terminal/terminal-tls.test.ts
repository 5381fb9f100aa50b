import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';

const bin = path.resolve(import.meta.dirname, '../../packages/cli/dist/bin.js');
const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-tls-'));
const authority = path.join(folder, 'authority.pem');
let server: Server;
let address: string;

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  writeFileSync(authority, cert);
  server = createServer({ key, cert }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function status(environment: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, UPVIGIL_SERVER: address, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, 'status', '--json'], { env }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

test('a certificate of an unknown authority is refused, with what to set', async () => {
  const { stdout, stderr } = await status({});
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^upvigil: No answer from https:.* certificate.*: set NODE_EXTRA_CA_CERTS\)/);
});

test('with NODE_EXTRA_CA_CERTS it is accepted', async () => {
  expect(await status({ NODE_EXTRA_CA_CERTS: authority })).toEqual({ stdout: '[]\n', stderr: '' });
});
