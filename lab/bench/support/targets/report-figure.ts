import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type TargetId, targets } from './targets.ts';

/** The variable with the path of the figures' file. Without it, a measurement runs alone and is not compared. */
export const figuresFileKey = 'BENCH_FIGURES';

// JSON has no NaN: a figure that could not be measured is null.
const amountSchema = z
  .number()
  .nullable()
  .transform((amount) => amount ?? Number.NaN);

const figureSchema = z.strictObject({
  target: z.enum(Object.keys(targets) as [TargetId, ...TargetId[]]),
  measured: amountSchema,
  /** Distinguishes several figures of one target. */
  of: z.string().optional(),
  /** The same work without the product, measured in the same run. */
  reference: z.strictObject({ name: z.string(), measured: amountSchema }).optional(),
});

/** A measured figure in the unit of its target. */
export type Figure = z.infer<typeof figureSchema>;

/** Reports a figure to `npm run bench`, which compares it with its target. */
export function reportFigure(target: TargetId, measured: number, more: Pick<Figure, 'of' | 'reference'> = {}): void {
  const file = process.env[figuresFileKey];
  if (file) appendFileSync(file, `${JSON.stringify({ target, measured, ...more })}\n`);
}

/** All reported figures, in order. @throws {z.ZodError} if the file has other content */
export function readFigures(file: string): Figure[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => figureSchema.parse(JSON.parse(line)));
}
