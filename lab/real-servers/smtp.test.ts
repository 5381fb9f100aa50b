import { once } from 'node:events';
import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { type Certificate, makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { unusedPort } from '@upvigil/server/testing/targets/tcp-target';
import { SMTPServer } from 'smtp-server';
import { beforeAll } from 'vitest';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';

const host = '127.0.0.1';
let certificate: Certificate;
beforeAll(async () => {
  certificate = await makeCertificate();
});

describeRealServer('SMTP on smtp-server', {
  program: null,
  async start() {
    const server = new SMTPServer({ ...certificate, authOptional: true, disableReverseLookup: true, closeTimeout: 1 });
    server.on('error', () => undefined);
    const port = await unusedPort();
    await once(server.listen(port, host), 'listening');
    return { port, stop: () => new Promise((resolve) => server.close(resolve)) };
  },
  up: (port) => ({
    'without TLS': networkTarget('SMTP', { host, port }),
    'with STARTTLS': networkTarget('SMTP', { host, port }, { security: 'starttls', ca: certificate.cert }),
  }),
  refusal: 'an untrusted certificate',
  refused: (port) => ({
    target: networkTarget('SMTP', { host, port }, { security: 'starttls' }),
    reason: 'self-signed certificate',
  }),
});
