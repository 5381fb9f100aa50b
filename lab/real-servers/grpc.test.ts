import { promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { networkTarget, runProbe } from '@upvigil/server/checks/probe/probes/conformance';
import { type Certificate, makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { HealthImplementation } from 'grpc-health-check';
import { beforeAll, expect, it } from 'vitest';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';

const host = '127.0.0.1';
let certificate: Certificate;
beforeAll(async () => {
  certificate = await makeCertificate();
});

/** Binds a server to a free port. */
const bind = (server: Server, credentials: ServerCredentials): Promise<number> =>
  promisify<string, ServerCredentials, number>(server.bindAsync.bind(server))(`${host}:0`, credentials);

let tlsPort: number;

describeRealServer('GRPC on @grpc/grpc-js', {
  program: null,
  async start() {
    const server = new Server();
    new HealthImplementation({ '': 'SERVING', shop: 'SERVING', closed: 'NOT_SERVING' }).addToServer(server);
    const keys = [{ private_key: Buffer.from(certificate.key), cert_chain: Buffer.from(certificate.cert) }];
    tlsPort = await bind(server, ServerCredentials.createSsl(null, keys));
    const port = await bind(server, ServerCredentials.createInsecure());
    return { port, stop: async () => server.forceShutdown() };
  },
  up: (port) => ({
    'as a whole': networkTarget('GRPC', { host, port }),
    'with a service': networkTarget('GRPC', { host, port }, { service: 'shop' }),
    'with TLS': networkTarget('GRPC', { host, port: tlsPort }, { security: 'tls', ca: certificate.cert }),
  }),
  refusal: 'a service that is not serving',
  refused: (port) => ({
    target: networkTarget('GRPC', { host, port }, { service: 'closed' }),
    reason: 'health status is NOT_SERVING',
  }),
});

it.each([
  ['an unknown service', true, 'gRPC status 5: unknown service "x"'],
  ['no health service', false, 'gRPC status 12: the server has no health service'],
])('names %s of @grpc/grpc-js', async (_, hasHealth, reason) => {
  const server = new Server();
  if (hasHealth) new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  try {
    const port = await bind(server, ServerCredentials.createInsecure());
    const target = networkTarget('GRPC', { host, port }, { service: 'x' });

    expect(await runProbe(target)).toMatchObject({ outcome: 'down', reason });
  } finally {
    server.forceShutdown();
  }
});
