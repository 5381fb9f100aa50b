import autocannon from 'autocannon';
import { cpuSeconds } from './figures.ts';

const connections = 50;

/** Responses under load, and their total cost for the serving process. */
export interface LoadFigures {
  requestsPerSecond: number;
  perCore: number;
  /** Response time in milliseconds. */
  p99: number;
  cpuMicroseconds: number;
}

/** Requests these paths in sequence on 50 connections, as fast as possible. Rejects if a request is refused. */
export async function loadWith(
  url: string,
  paths: readonly string[],
  seconds: number,
  pid: number,
): Promise<LoadFigures> {
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip, br', accept: 'text/html, */*' },
    requests: paths.map((path) => ({ path })),
  });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${paths[0]}: ${result.errors} errors, ${result.non2xx} refused`);
  }
  const used = cpuSeconds(pid) - before;
  return {
    requestsPerSecond: result.requests.total / result.duration,
    perCore: result.requests.total / used,
    p99: result.latency.p99,
    cpuMicroseconds: (used * 1e6) / result.requests.total,
  };
}

export const showLoad = (name: string, figures: LoadFigures): void =>
  console.log(
    name.padEnd(34),
    `${Math.round(figures.requestsPerSecond)}/s`.padStart(9),
    `${Math.round(figures.perCore)}/s a core`.padStart(16),
    `p99 ${figures.p99} ms`.padStart(11),
    `${figures.cpuMicroseconds.toFixed(1)} us CPU`.padStart(14),
  );
