import { type PluginExitCode, pluginWord } from '../exit-codes.ts';

/** One figure of a monitoring plugin's performance data. */
export interface PerformanceFigure {
  label: string;
  /** Null leaves the figure out. */
  value: number | null;
  /** `s`, `%` or nothing. */
  unit?: 's' | '%' | '';
  warning?: number;
  critical?: number;
  min?: number;
  max?: number;
}

/** The line that monitoring systems read: `UPVIGIL OK - text | label=1s;5;;0`. Replaces `|` in the text, which ends it. */
export function pluginLine(code: PluginExitCode, text: string, figures: readonly PerformanceFigure[]): string {
  const data = figures.filter(({ value }) => value !== null).map(formatFigure);
  const summary = `UPVIGIL ${pluginWord(code)} - ${text.replaceAll('|', '/')}`;
  return data.length === 0 ? summary : `${summary} | ${data.join(' ')}`;
}

function formatFigure({ label, value, unit = '', warning, critical, min, max }: PerformanceFigure): string {
  const limits = [warning, critical, min, max].map((limit) => limit ?? '').join(';');
  return `${label}=${value}${unit};${limits}`.replace(/;+$/, '');
}
