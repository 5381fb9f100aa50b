import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isHeartbeatKey } from '@upvigil/core/contract/fields/heartbeat-key';
import type { Environment } from '../environment.ts';

/** What to run and where to report it. */
export interface RunLine {
  /** Ends without a slash. */
  pingAddress: string;
  isOutputSent: boolean;
  command: readonly string[];
}

/**
 * Reads the arguments after `run`. Null for anything else than the options of this command, so that the full parser
 * answers: loading it for each run would take 200 ms and 15 MiB.
 */
export function readRunLine(argv: readonly string[], environment: Environment): RunLine | null {
  const separator = argv.indexOf('--');
  const command = separator < 0 ? [] : argv.slice(separator + 1);
  if (command.length === 0) return null;
  const values = parseOptions(argv.slice(0, separator));
  const pingAddress = values?.heartbeat && findPingAddress(values.heartbeat, values.server ?? null, environment);
  return pingAddress ? { pingAddress, isOutputSent: !values['no-output'], command } : null;
}

function parseOptions(args: string[]) {
  try {
    const options = {
      heartbeat: { type: 'string' },
      server: { type: 'string' },
      'no-output': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch {
    return null;
  }
}

/** The ping address of a key or an address; null if it is neither. A push address is changed to its ping address. */
export function findPingAddress(heartbeat: string, server: string | null, environment: Environment): string | null {
  const isKey = isHeartbeatKey(heartbeat);
  const text = isKey ? `${findServer(server, environment).replace(/\/+$/, '')}/ping/${heartbeat}` : heartbeat;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '').replace(/\/api\/push\/([^/]+)$/, '/ping/$1');
}

function findServer(server: string | null, environment: Environment): string {
  return server ?? environment.server ?? readStoredServer(environment.configDir) ?? environment.defaultServer;
}

/** The server that `login` stored; null if there is none, or if the file cannot be read: the command runs anyway. */
function readStoredServer(folder: string): string | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'));
    return stored instanceof Object && 'server' in stored && typeof stored.server === 'string' ? stored.server : null;
  } catch {
    return null;
  }
}
