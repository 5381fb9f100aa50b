import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { readEvents } from '@upvigil/core/client/read-events';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract } from '@upvigil/core/contract/endpoint';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import fc from 'fast-check';
import { serverAddress } from '../../../packages/cli/src/client/session.ts';
import { createSettingsStore } from '../../../packages/cli/src/client/settings.ts';
import { readEnvironment } from '../../../packages/cli/src/environment.ts';
import { CommandError, failureSentence, UsageError } from '../../../packages/cli/src/failures.ts';
import { main } from '../../../packages/cli/src/main.ts';
import { bytesLike, headerValue, hostileText, textLike } from '../hostile.ts';
import { hostileJson, jsonFor } from '../hostile-json.ts';
import { defineParser, type FuzzedParser, mustHold, unlessRefused } from '../parser.ts';

const now = Date.parse('2026-11-20T18:24:00Z');

/** Runs a command line in this process, on a terminal of 80 columns, and returns its output. */
async function run(argv: readonly string[], server: string, configDir: string): Promise<string> {
  const written: string[] = [];
  const output = () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true as const, columns: 80, rows: 24 });
    stream.on('data', (chunk) => written.push(String(chunk)));
    return stream;
  };
  const environment = {
    server,
    defaultServer: server,
    token: 'abc',
    password: null,
    configDir,
    color: false,
    unicode: true,
    canDraw: false,
  };
  const streams = { stdin: new PassThrough().end(), stdout: output(), stderr: output() };
  const onInterrupt = () => () => undefined;
  const host = { variables: {}, onSignal: onInterrupt };
  await main({ argv, environment, streams, version: '1.2.3', now: () => now, onInterrupt, host });
  return written.join('');
}

const commandLines = [
  ...['websites', 'urls 1', 'monitors 1', 'alerts', 'alerts --json', 'dashboard', 'status', 'status --json', 'whoami'],
  ...['backup list', 'check url 1', 'check monitor 1', 'check website 1', 'doctor', 'logout', 'status 1'],
  ...['check url 1 --test', 'check url https://a.example/ --method HEAD', 'alerts show 1'],
  ...[
    'incident list',
    'incident show 1',
    'maintenance list',
    'maintenance list --windows',
    'maintenance show 1',
    'marks',
  ],
  ...['backup create', 'backup delete a.tar.gz --yes', 'backup cleanup --keep 1 --yes', 'login'],
];

/** Commands with JSON output, with responses that match the contract or not. */
const answered = Object.values(contract as Contract)
  .flatMap((endpoints) => Object.values(endpoints))
  .filter(({ transport }) => transport === undefined)
  .map((endpoint) => ({ ...endpoint, key: `${endpoint.method} ${endpoint.path}` }));
const answers = fc.record(Object.fromEntries(answered.map(({ key, response }) => [key, jsonFor(response)])));

/** The endpoint of a request, as a key of the responses. */
const keyOf = (method: string, url: string): string | undefined =>
  answered.find(
    (endpoint) =>
      endpoint.method === method &&
      new RegExp(`^${apiPrefix}${endpoint.path.replace(/:\\w+/g, '[^/]+')}$`).test(url.split('?', 1)[0] ?? ''),
  )?.key;

/** A server that is another program or malicious: no response may move the cursor. */
const foreignServer = defineParser({
  name: 'answer to a command',
  file: 'packages/cli/src/client/clean-client.ts',
  inputs: fc.record({
    command: fc.constantFrom(...commandLines),
    status: fc.constantFrom(...Array<number>(12).fill(200), 401, 404, 422, 500, 302),
    location: headerValue('https://other.example/', '//', 'http://[', '/api'),
    refusal: fc.oneof(
      hostileJson,
      hostileText,
      hostileText.map((text) => JSON.stringify({ detail: text, errors: [{ field: text, message: text }] })),
    ),
    answers,
  }),
  shortRuns: 60,
  open: async () => {
    let input = { status: 200, location: '', refusal: '', answers: {} as Record<string, string> };
    const server = createServer(({ method = '', url = '' }, response) => {
      const { status, location } = input;
      const body = status === 200 ? input.answers[keyOf(method, url) ?? ''] : undefined;
      response.writeHead(status, { 'content-type': 'application/json', ...(status === 302 && { location }) });
      response.end(body ?? input.refusal);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
    return {
      async parse({ command, ...given }) {
        input = given;
        mustBeWords(await run(command.split(' '), url, folder));
      },
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

/** Starts a line of progress again. */
const ownProgress = '\r\u001b[2K';

/** Checks that the output has no control sequences and reports no bug. */
function mustBeWords(written: string): void {
  const text = written.replaceAll(ownProgress, '');
  mustHold(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text), `no control is written: ${JSON.stringify(text)}`);
  mustHold(!/^upvigil: .*(Type|Reference|Syntax|Range)Error/m.test(text), `it is no bug of ours: ${text}`);
}

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
        mustBeWords(await run([command, ...rest], 'http://127.0.0.1:1', folder));
      },
      async close() {
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

/** The environment, including the address of the server. */
const environmentParser = defineParser({
  name: 'environment of the command line',
  file: 'packages/cli/src/environment.ts',
  inputs: fc.record(
    Object.fromEntries(
      ['UPVIGIL_SERVER', 'UPVIGIL_TOKEN', 'UPVIGIL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'TERM', 'LANG', 'LC_ALL', 'CI'].map(
        (name) => [name, textLike('', 'http://user:pw@127.0.0.1:8080/a/', 'dumb', 'linux', 'C.UTF-8', '1')],
      ),
    ),
  ),
  shortRuns: 1000,
  open: () => ({
    parse(variables) {
      const { server } = readEnvironment(variables, [], '/home/a');
      const address = unlessRefused(UsageError, () => serverAddress(server ?? ''));
      // URL parsers ignore tabs and line ends in an address.
      mustHold(address === null || /^https?:$/.test(new URL(address).protocol), 'only http and https are asked');
    },
  }),
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

/** Responses that the command line and the pages read. */
export const commandParsers: readonly FuzzedParser[] = [
  foreignServer,
  commandLine,
  environmentParser,
  storedSession,
  eventStream,
];
