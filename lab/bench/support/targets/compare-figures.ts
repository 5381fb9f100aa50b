import type { Figure } from './report-figure.ts';
import type { Limit, Target } from './targets.ts';

/** A row of the table: a target with its figure, if there is one. */
export interface Comparison {
  what: string;
  limit: string;
  measured: string;
  /** The reference of the same run, and the ratio of the figure to it. */
  reference: string;
  ratio: string;
  verdict: 'met' | 'MISSED' | 'NOT MEASURED';
}

/** Compares each figure with its target. A target without a figure is not met. */
export function compareFigures(targets: Readonly<Record<string, Target>>, figures: readonly Figure[]): Comparison[] {
  return Object.entries(targets).flatMap(([id, target]): Comparison[] => {
    const found = figures.filter((figure) => figure.target === id);
    return found.length > 0 ? found.map((figure) => compareFigure(target, figure)) : [withoutFigure(target)];
  });
}

const withoutFigure = ({ what, limit, unit }: Target): Comparison => ({
  what,
  limit: limitText(limit, unit),
  measured: '',
  reference: '',
  ratio: '',
  verdict: 'NOT MEASURED',
});

function compareFigure({ what, limit, unit }: Target, { measured, of, reference }: Figure): Comparison {
  const ratio = reference ? measured / reference.measured : Number.NaN;
  return {
    what: of ? `${what}: ${of}` : what,
    limit: limitText(limit, unit),
    measured: amountText(measured, unit),
    reference: reference ? `${reference.name} ${amountText(reference.measured, unit)}` : '',
    ratio: reference ? `${ratio.toFixed(2)}x` : '',
    verdict: isMet(limit, measured, ratio) ? 'met' : 'MISSED',
  };
}

/** NaN means that a figure could not be measured; it meets no limit. */
const isMet = ({ most, least, mostTimes }: Limit, measured: number, ratio: number): boolean =>
  (most !== undefined && measured <= most) ||
  (least !== undefined && measured >= least) ||
  (mostTimes !== undefined && ratio <= mostTimes);

function limitText({ most, least, mostTimes }: Limit, unit: string): string {
  const limits = [
    most === undefined ? [] : `<= ${most} ${unit}`,
    least === undefined ? [] : `>= ${least} ${unit}`,
    mostTimes === undefined ? [] : `<= ${mostTimes}x`,
  ];
  return limits.flat().join(' or ');
}

/** Three significant digits, and no decimals for a large number. */
function amountText(amount: number, unit: string): string {
  const digits = Math.abs(amount) >= 100 ? 0 : 3 - Math.max(1, Math.trunc(Math.abs(amount)).toString().length);
  return `${amount.toFixed(digits)} ${unit}`;
}

const columns = ['what', 'limit', 'measured', 'reference', 'ratio', 'verdict'] as const;

/** The table with its heading, as lines of text. */
export function tableOf(comparisons: readonly Comparison[]): string[] {
  const heading = Object.fromEntries(columns.map((column) => [column, column])) as Record<
    (typeof columns)[number],
    string
  >;
  const rows = [heading, ...comparisons];
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    columns
      .map((column, at) => row[column].padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
