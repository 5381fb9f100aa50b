import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandError } from '../failures.ts';
import { toJson } from './json.ts';

/**
 * Prints the result of a test action and returns the exit code.
 * @throws CommandError when it failed, except for JSON
 */
export function showResult({ terminal, form }: Context, result: { success: boolean; message: string }): number {
  if (form === 'json') terminal.print(toJson(result));
  else if (!result.success) throw new CommandError(result.message);
  else terminal.print(result.message);
  return result.success ? exitCodes.done : exitCodes.failed;
}
