import type { Socket } from 'node:net';
import { elapsedMicroseconds } from '../elapsed.ts';
import { down, nothingMeasured, outcomeOfError } from '../failure-text.ts';
import { missingResponse } from './first-bytes.ts';
import type { Probe } from './probe.ts';

/** Connects, and waits for the expected response, if any, in the first 4 KiB that the service sends. */
export const probeTcpPort: Probe<'TCP_PORT'> = async (target, { clock, dialer, signal, step, trace }) => {
  const { host, port, expected_response, ip_family: family } = target;
  const started = clock.monotonic();
  let socket: Socket | null = null;
  try {
    socket = await dialer.dial({ host, port, signal, onStep: step, family, trace });
    step('waiting for the expected response');
    const problem = expected_response ? await missingResponse(socket, expected_response, signal) : null;
    if (expected_response) trace.ended('first_byte');
    const response_time_us = elapsedMicroseconds(clock, started);
    if (problem) return down(problem, { response_time_us });
    return { outcome: 'up', ...nothingMeasured, response_time_us };
  } catch (error) {
    return outcomeOfError(error);
  } finally {
    socket?.destroy();
  }
};
