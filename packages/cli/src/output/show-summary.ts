import type { Context } from '../context.ts';
import type { PluginExitCode } from '../exit-codes.ts';
import { cut } from './fit.ts';
import { type PerformanceFigure, pluginLine } from './plugin-line.ts';

/** Prints the summary of a monitoring plugin; the figures only if a program reads it. */
export function showSummary(
  { terminal, form }: Context,
  code: PluginExitCode,
  sentence: string,
  figures: readonly PerformanceFigure[],
): void {
  if (form === 'pipe') terminal.print(pluginLine(code, sentence, figures));
  else terminal.print(cut(pluginLine(code, sentence, []), terminal.width(), terminal.glyphs.ellipsis));
}
