import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, runProbe } from './conformance.ts';

describeProbeConformance('the TCP port probe', {
  targetAt: (host, port) => ({ kind: 'TCP_PORT', host, port, expected_response: 'ready' }),
  answering: behaviours.says('220 ready\r\n'),
});

describe('the TCP port probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, expected_response: string | null): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe({ kind: 'TCP_PORT', host: target.host, port: target.port, expected_response });
  };

  it('finds a silent service up when nothing is expected', async () => {
    expect(await probe(behaviours.silent(), null)).toMatchObject({ outcome: 'up', status_code: null });
  });

  it('finds an expected response that comes in pieces', async () => {
    const outcome = await probe((socket) => {
      socket.write('SSH-2.0-Op');
      setTimeout(() => socket.write('enSSH_9.6\r\n'), 30);
    }, 'OpenSSH');

    expect(outcome).toMatchObject({ outcome: 'up' });
  });

  it('finds an expected response outside of ASCII', async () => {
    expect(await probe(behaviours.says('grüß dich'), 'grüß')).toMatchObject({ outcome: 'up' });
  });

  it('quotes what came instead of the expected response', async () => {
    expect(await probe(behaviours.closes('550 go away\r\n'), 'ready')).toMatchObject({
      outcome: 'down',
      reason: 'expected response not found, the service sent "550 go away"',
    });
  });

  it('looks at the first 4 KiB only', async () => {
    const outcome = await probe(behaviours.says(`${'x'.repeat(4096)}ready`), 'ready');

    expect(outcome).toMatchObject({ outcome: 'down', reason: expect.stringContaining('expected response not found') });
  });

  it('measures to the expected response', async () => {
    const outcome = await probe(behaviours.says('ready', 100), 'ready');

    const time = outcome.outcome === 'up' ? (outcome.response_time_us ?? 0) : 0;
    expect(time).toBeGreaterThanOrEqual(99_000);
  });
});
