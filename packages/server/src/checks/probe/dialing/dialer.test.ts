import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { behaviours, listening, portOf, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { createDialer } from './dialer.ts';
import { isRefusedAddress } from './refused-addresses.ts';

describe('refused addresses', () => {
  it.each([
    '169.254.0.1',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:254',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    '0:0:0:0:0:FFFF:6464:64C8',
    '64:ff9b::100.100.100.200',
    '64:ff9b:1::6464:64c8',
    '192.0.0.192',
    '::ffff:192.0.0.192',
    '64:ff9b::c000:c0',
    'fd20:ce::254',
    'fd20:00ce:0::0254%eth0',
    'fd00:ec2::23',
    'fd00:42::42',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:0:0:0:0:169.254.169.254',
  ])('%s is refused', (address) => expect(isRefusedAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    'fec0::1',
    '100.100.100.201',
    '192.0.0.19',
    '192.0.0.1',
    'fd20:ce::253',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '8.8.8.8',
    'localhost',
  ])('%s is allowed', (address) => expect(isRefusedAddress(address)).toBe(false));
});

describe('the dialer', () => {
  let target: TcpTarget | undefined;
  let server: Server | undefined;
  afterEach(async () => {
    await target?.close();
    server?.close();
  });

  it('leaves refused addresses of a name out and uses the others', async () => {
    target = await startTcpTarget(behaviours.silent());
    const dialer = createDialer({
      resolveName: async () => [
        { address: '169.254.169.254', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });

    const socket = await dialer.dial({ host: 'mixed.test', port: target.port });

    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('reports its current step', async () => {
    target = await startTcpTarget(behaviours.silent());
    const dialer = createDialer({ resolveName: async () => [{ address: '127.0.0.1', family: 4 }] });
    const steps: string[] = [];

    const socket = await dialer.dial({ host: 'a.test', port: target.port, onStep: (step) => steps.push(step) });

    expect(steps).toEqual(['looking up the name', 'connecting']);
    socket.destroy();
  });

  it('sends one query for simultaneous lookups of one name, and another one afterwards', async () => {
    let asked = 0;
    const dialer = createDialer({
      resolveName: async () => {
        asked += 1;
        return [{ address: '10.0.0.1', family: 4 }];
      },
    });

    await Promise.all([dialer.resolve('a.test'), dialer.resolve('a.test')]);
    expect(asked).toBe(1);
    await dialer.resolve('a.test');
    expect(asked).toBe(2);
  });

  it('cancels a connection that was aborted before it began', async () => {
    const dialer = createDialer();
    const signal = AbortSignal.abort(new Error('enough'));

    await expect(async () => dialer.dial({ host: '127.0.0.1', port: 1, signal })).rejects.toThrow('enough');
  });

  it('serves as the look-up function of other clients', async () => {
    const dialer = createDialer({ resolveName: async () => [{ address: '169.254.1.1', family: 4 }] });

    const error = await new Promise((resolve) => dialer.lookup('a.test', {}, resolve));

    expect(error).toMatchObject({ code: 'EADDRREFUSED' });
  });

  it('reaches IPv6 addresses', async () => {
    server = createServer((socket) => socket.end());
    await listening(server);
    const dialer = createDialer({ resolveName: async () => [{ address: '::ffff:127.0.0.1', family: 6 }] });

    const socket = await dialer.dial({ host: 'six.test', port: portOf(server) });

    expect(socket.remoteFamily).toBe('IPv6');
    socket.destroy();
  });
});

it('a TLS server is asked for by its name without the final dot, by which its certificate is verified', async () => {
  const certificate = await makeCertificate({ hostName: 'shop.test' });
  const names: unknown[] = [];
  const server = createTlsServer(certificate, (socket) => void names.push(socket.servername));
  await listening(server);
  onTestFinished(() => void server.close());
  const dialer = createDialer({
    resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
    trustedCertificates: [certificate.cert],
  });
  for (const tls of [true, { servername: 'shop.test.' }]) {
    const socket = await dialer.dial({ host: 'shop.test.', port: portOf(server), tls });
    onTestFinished(() => void socket.destroy());
  }
  await expect.poll(() => names).toEqual(['shop.test', 'shop.test']);
});
