import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import type { RecentLog } from './recent-log.ts';

/** Fields that are never logged, whoever passes them. */
const secrets = ['password', 'token', 'access_token', 'authorization', 'smtp_password', 'sendsms_password'];
const redacted = [...secrets, ...secrets.map((name) => `*.${name}`), '*.headers'];

/**
 * Structured JSON on stderr, so that stdout has only what a person should read; pretty-printed on a terminal. `recent`
 * keeps each line too.
 */
export async function createLog(level: Config['logLevel'], recent: RecentLog): Promise<Logger> {
  const options = { level, redact: { paths: redacted, censor: '[secret]' }, base: null };
  if (!process.stderr.isTTY) return pino(options, keepingLines(pino.destination({ fd: 2, sync: true }), recent));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, keepingLines(pretty({ destination: 2, sync: true, ignore: 'pid,hostname' }), recent));
}

const keepingLines = (destination: { write(line: string): unknown }, recent: RecentLog) => ({
  write(line: string): void {
    recent.add(line);
    destination.write(line);
  },
});
