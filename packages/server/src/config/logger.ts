import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Names of fields that hold secrets; they are never logged, whoever passes them. */
const secrets = ['password', 'token', 'access_token', 'authorization', 'smtp_password', 'sendsms_password'];
const redacted = [...secrets, ...secrets.map((name) => `*.${name}`), '*.headers'];

/** Structured JSON on stderr, so that stdout keeps what a person should read; pretty on a terminal. */
export async function createLog(level: Config['logLevel']): Promise<Logger> {
  const options = { level, redact: { paths: redacted, censor: '[secret]' }, base: null };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ fd: 2, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ destination: 2, sync: true, ignore: 'pid,hostname' }));
}
