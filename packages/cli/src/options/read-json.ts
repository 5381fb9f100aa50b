import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';

/** Reads a JSON object from stdin. Errors never quote it, because it may hold secrets. @throws UsageError */
export async function readJsonObject({ terminal }: Pick<Context, 'terminal'>): Promise<Record<string, unknown>> {
  const value = parsed((await terminal.readAll()).replace(/^\ufeff/, ''));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError('stdin must be one JSON object');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
