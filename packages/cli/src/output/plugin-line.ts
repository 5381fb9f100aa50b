import { type PluginExitCode, pluginWord } from '../exit-codes.ts';

/** A figure in a monitoring plugin's performance data. */
export interface PerformanceFigure {
  label: string;
  /** Null omits the figure. */
  value: number | null;
  /** `s`, `%` or empty. */
  unit?: 's' | '%' | '';
  warning?: number;
  critical?: number;
  min?: number;
  max?: number;
}

/**
 * The line for monitoring systems: `UPVIGIL OK - text | label=1s;5;;0`. Replaces `|` in the text, because it starts the
 * figures.
 */
export function pluginLine(code: PluginExitCode, text: string, figures: readonly PerformanceFigure[]): string {
  const data = figures.filter(({ value }) => value !== null).map(formatFigure);
  const summary = `UPVIGIL ${pluginWord(code)} - ${text.replaceAll('|', '/')}`;
  return data.length === 0 ? summary : `${summary} | ${data.join(' ')}`;
}

function formatFigure({ label, value, unit = '', warning, critical, min, max }: PerformanceFigure): string {
  const limits = [warning, critical, min, max].map((limit) => limit ?? '').join(';');
  return `${label}=${value}${unit};${limits}`.replace(/;+$/, '');
}
