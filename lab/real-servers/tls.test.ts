import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { SMTPServer } from 'smtp-server';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import type { RealServer } from '../support/real-servers/server-program.ts';

const certificate = await makeCertificate();

async function startSmtpServer(): Promise<RealServer> {
  const server = new SMTPServer({ ...certificate, authOptional: true });
  server.on('error', () => undefined);
  const { server: listener } = server;
  server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { port: (listener.address() as AddressInfo).port, stop };
}

const monitor = (port: number, ca: string) =>
  networkTarget('TLS', { host: '127.0.0.1', port }, { starttls: 'smtp', ca });

describeRealServer('TLS on smtp-server', {
  program: null,
  start: startSmtpServer,
  up: (port) => ({ STARTTLS: monitor(port, certificate.cert) }),
  refusal: 'a certificate of another authority',
  refused: (port) => ({ target: monitor(port, ''), reason: 'self-signed certificate' }),
});
