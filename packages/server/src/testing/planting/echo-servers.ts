import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { makeCertificate } from '../targets/certificates.ts';
import { startHttpTarget } from '../targets/http-target.ts';
import { listening, portOf, startTcpTarget } from '../targets/tcp-target.ts';
import { formsOf, planted } from './planted-secrets.ts';

export type EchoServers = Awaited<ReturnType<typeof startEchoServers>>;

/** A target, the same with TLS, and a proxy. Each repeats all that it received from any client, in every form. */
export async function startEchoServers() {
  const heard = new Set<string>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => void echo(request, response, heard);
  const plain = await startHttpTarget(answer);
  const tls = await startHttpTarget(answer, await makeCertificate());
  // Like proxies that want another password.
  const proxy = createServer(({ headers }, response) => {
    const said = repeated([headers['proxy-authorization'] ?? ''], heard).join(' ');
    response.writeHead(407, oneLine(`No ${said}`), { 'X-Echo': oneLine(said) }).end(said);
  });
  proxy.on('connect', ({ headers }, socket) => {
    const said = repeated([headers['proxy-authorization'] ?? ''], heard).join(' ');
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 407 No ${said}\r\nX-Echo: ${said}\r\nContent-Length: ${said.length}\r\n\r\n${said}`);
  });
  await listening(proxy);
  const line = await startTcpTarget((socket) => {
    socket.once('data', (chunk) => {
      const said = oneLine(String(chunk));
      for (const secret of Object.values(planted)) if (said.includes(secret)) heard.add(secret);
      socket.end(`-${said}\r\n`);
    });
  });
  return {
    url: plain.url,
    tlsUrl: tls.url,
    /** Host and port. */
    proxy: `127.0.0.1:${portOf(proxy)}`,
    /** The port of a server that repeats the first line of a client as an error of Redis. */
    linePort: line.port,
    /** The received values. */
    heard,
    async close(): Promise<void> {
      await Promise.all([plain.close(), tls.close(), line.close()]);
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

const oneLine = (said: string): string => said.replace(/[^ -~]/g, ' ');

/** `/200`: answers with this status; `/302`: a redirect with the values in its address. */
async function echo(request: IncomingMessage, response: ServerResponse, heard: Set<string>): Promise<void> {
  const status = Number(request.url?.slice(1, 4));
  const body = await text(request);
  const values = repeated([...Object.values(request.headers).flat().map(String), body], heard);
  response.writeHead(status, oneLine(`No ${values.join(' ')}`).slice(0, 4000), {
    'content-type': 'application/json',
    ...Object.fromEntries(values.slice(0, 40).map((value, at) => [`X-Echo-${at}`, oneLine(value).slice(0, 200)])),
    ...(status === 302 ? { location: `/500?q=${encodeURIComponent(body)}` } : {}),
  });
  response.end(JSON.stringify({ headers: request.headers, body, values }));
}

/** The received values and their decoded content, each in every form. */
function repeated(received: readonly string[], heard: Set<string>): string[] {
  const values = received.flatMap((value) => [
    value,
    ...value.split(' ').slice(1),
    ...decoded(value),
    ...ofBody(value),
  ]);
  const whole = [...new Set(values.filter((value) => value.includes('planted')))];
  for (const value of whole) heard.add(value);
  return [...new Set(whole.flatMap(formsOf))];
}

function decoded(value: string): string[] {
  const [, basic] = /^Basic (\S+)$/.exec(value) ?? [];
  const [, ...rest] = basic ? Buffer.from(basic, 'base64').toString().split(':') : [];
  return basic ? [rest.join(':')] : [];
}

function ofBody(value: string): string[] {
  try {
    return Object.values(JSON.parse(value) as object).map(String);
  } catch {
    return [];
  }
}
