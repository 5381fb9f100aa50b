import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type TargetId, targets } from './targets.ts';

/** The setting that says where figures are kept. Without it a measurement runs alone, and nobody judges. */
export const figuresFileKey = 'BENCH_FIGURES';

// JSON has no NaN: what could not be measured comes back as null.
const amountSchema = z
  .number()
  .nullable()
  .transform((amount) => amount ?? Number.NaN);

const figureSchema = z.strictObject({
  target: z.enum(Object.keys(targets) as [TargetId, ...TargetId[]]),
  measured: amountSchema,
  /** Which of several that share the target. */
  of: z.string().optional(),
  /** The same work without the product, measured in the same run. */
  beside: z.strictObject({ name: z.string(), measured: amountSchema }).optional(),
});

/** One measured figure that has a target, in the target's unit. */
export type Figure = z.infer<typeof figureSchema>;

/** Hands a figure to `npm run bench`, which judges it. */
export function reportFigure(target: TargetId, measured: number, more: Pick<Figure, 'of' | 'beside'> = {}): void {
  const file = process.env[figuresFileKey];
  if (file) appendFileSync(file, `${JSON.stringify({ target, measured, ...more })}\n`);
}

/** All that was reported, in its order. @throws {z.ZodError} when something else stands in the file. */
export function readFigures(file: string): Figure[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => figureSchema.parse(JSON.parse(line)));
}
