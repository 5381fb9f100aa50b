import type { z } from 'zod';

/**
 * Stored settings as the schema knows them. A field that an older program did not store, or that is none any more (a
 * backup was edited), has its default: settings that cannot be read would stop alerts and the recording of checks.
 */
export function parseStored<Schema extends z.ZodObject>(
  schema: Schema,
  value: string,
  initial: object,
): z.output<Schema> {
  const stored = { ...initial, ...(JSON.parse(value) as object) };
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const broken = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const whole = Object.entries(stored).filter(([name]) => !broken.has(name));
  return schema.parse({ ...initial, ...Object.fromEntries(whole) });
}
