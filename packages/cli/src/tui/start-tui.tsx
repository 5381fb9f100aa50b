import type { Context } from '../context.ts';
export async function startTui(_context: Context, _start: unknown): Promise<number> {
  return 0;
}
