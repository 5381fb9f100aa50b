import type { z } from 'zod';

/**
 * Parses stored settings. Missing or invalid fields (of an older version or an edited backup) get their values from
 * `initial`, because unreadable settings would stop alerts and recording.
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
