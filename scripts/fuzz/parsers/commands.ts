import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { readEvents } from '@upvigil/core/client/read-events';
import fc from 'fast-check';
import { createSettingsStore } from '../../../packages/cli/src/client/settings.ts';
import { CommandError, failureSentence } from '../../../packages/cli/src/failures.ts';
import { main } from '../../../packages/cli/src/main.ts';
import { bytesLike, hostileText, textLike } from '../hostile.ts';
import { hostileJson } from '../hostile-json.ts';
import { defineParser, type FuzzedParser, mustHold } from '../parser.ts';

const now = Date.parse('2026-11-20T18:24:00Z');

/** Runs one command line in this process, as on a terminal of 80 columns, and returns all that it wrote. */
async function run(argv: readonly string[], server: string, configDir: string): Promise<string> {
  const written: string[] = [];
  const output = () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true as const, columns: 80, rows: 24 });
    stream.on('data', (chunk) => written.push(String(chunk)));
    return stream;
  };
  const environment = { server, token: 'abc', password: null, configDir, color: false, unicode: true, canDraw: false };
  const streams = { stdin: new PassThrough().end(), stdout: output(), stderr: output() };
  await main({ argv, environment, streams, version: '1.2.3', now: () => now, onInterrupt: () => () => undefined });
  return written.join('');
}

const commandLines = [
  'websites',
  'urls 1',
  'monitors 1',
  'alerts',
  'dashboard',
  'status',
  'whoami',
  'backup list',
  'check url 1',
];

/** A server that is another program, or an evil one: whatever it answers, nothing of it moves the cursor. */
const foreignServer = defineParser({
  name: 'answer to a command',
  file: 'packages/cli/src/client/clean-client.ts',
  inputs: fc.record({
    command: fc.constantFrom(...commandLines),
    status: fc.constantFrom(200, 200, 200, 401, 404, 422, 500, 302),
    body: fc.oneof(
      hostileJson,
      hostileText,
      hostileText.map((text) => JSON.stringify({ detail: text, websites: [{ id: 1, name: text }] })),
      hostileText.map((text) => JSON.stringify([{ id: 1, name: text, url: text, message: text }])),
    ),
  }),
  shortRuns: 60,
  open: async () => {
    let answer = { status: 200, body: '' };
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
    return {
      async parse({ command, status, body }) {
        answer = { status, body };
        const text = await run(command.split(' '), url, folder);
        mustHold(
          !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text),
          `no control is written: ${JSON.stringify(text)}`,
        );
        mustHold(!/(Type|Reference|Syntax|Range)Error/.test(text), `it is no bug of ours: ${text}`);
      },
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

/** What somebody types. */
const commandLine = defineParser({
  name: 'command line',
  file: 'packages/cli/src/options/inputs.ts',
  inputs: fc.record({
    command: fc.constantFrom('websites', 'alerts', 'status', 'urls', 'check', 'backup', 'completion'),
    rest: fc.array(textLike('--hours', '--json', '5', '--limit=3', '--server', '--nothing', '-h'), { maxLength: 4 }),
  }),
  shortRuns: 15,
  open: () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
    return {
      async parse({ command, rest }) {
        // Nothing listens on port 1.
        const text = await run([command, ...rest], 'http://127.0.0.1:1', folder);
        mustHold(
          !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text),
          `no control is written: ${JSON.stringify(text)}`,
        );
        mustHold(!/(Type|Reference|Syntax)Error/.test(text), `it is no bug of ours: ${text}`);
      },
      async close() {
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

const storedSession = defineParser<Buffer>({
  name: 'stored login of the command line',
  file: 'packages/cli/src/client/settings.ts',
  inputs: bytesLike(
    Buffer.from('{\n\t"server": "http://127.0.0.1:8080",\n\t"token": "abc"\n}\n'),
    Buffer.from('[]'),
    Buffer.from('null'),
  ),
  open: () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
    mkdirSync(folder, { recursive: true });
    return {
      async parse(bytes) {
        const store = createSettingsStore(folder);
        writeFileSync(store.file, bytes);
        try {
          const { server, token } = await store.read();
          mustHold(
            [server, token].every((each) => each === null || typeof each === 'string'),
            'texts or nothing',
          );
        } catch (error) {
          mustHold(error instanceof CommandError, 'it is refused by CommandError');
          failureSentence(error);
        }
      },
      async close() {
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

const eventStream = defineParser<Buffer>({
  name: 'event stream',
  file: 'packages/core/src/client/read-events.ts',
  inputs: bytesLike(Buffer.from('id: 1\nevent: news\ndata: {"ids":[1]}\n\n: beat\n\ndata: a\ndata: b\r\n\r\n')),
  open: () => ({
    async parse(bytes) {
      const body = new Blob([Uint8Array.from(bytes)]).stream();
      for await (const event of readEvents(body, (data) => data)) mustHold(typeof event === 'string', 'data is text');
    },
  }),
});

/** What the command line and the pages read. */
export const commandParsers: readonly FuzzedParser[] = [foreignServer, commandLine, storedSession, eventStream];
