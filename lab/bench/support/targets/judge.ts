import type { Figure } from './report-figure.ts';
import type { Limit, Target } from './targets.ts';

/** One line of the table: a target with a figure of it, or without one. */
export interface Judgement {
  what: string;
  limit: string;
  measured: string;
  /** The reference of the same run, and the ratio of the figure to it. */
  beside: string;
  ratio: string;
  verdict: 'met' | 'MISSED' | 'NOT MEASURED';
}

/** Judges each figure by its target. A target without a figure is not met either. */
export function judge(targets: Readonly<Record<string, Target>>, figures: readonly Figure[]): Judgement[] {
  return Object.entries(targets).flatMap(([id, target]): Judgement[] => {
    const found = figures.filter((figure) => figure.target === id);
    return found.length > 0 ? found.map((figure) => judgeOne(target, figure)) : [withoutFigure(target)];
  });
}

const withoutFigure = ({ what, limit, unit }: Target): Judgement => ({
  what,
  limit: limitText(limit, unit),
  measured: '',
  beside: '',
  ratio: '',
  verdict: 'NOT MEASURED',
});

function judgeOne({ what, limit, unit }: Target, { measured, of, beside }: Figure): Judgement {
  const ratio = beside ? measured / beside.measured : Number.NaN;
  return {
    what: of ? `${what}: ${of}` : what,
    limit: limitText(limit, unit),
    measured: amountText(measured, unit),
    beside: beside ? `${beside.name} ${amountText(beside.measured, unit)}` : '',
    ratio: beside ? `${ratio.toFixed(2)}x` : '',
    verdict: isMet(limit, measured, ratio) ? 'met' : 'MISSED',
  };
}

/** NaN, which stands for what could not be measured, is within no limit. */
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

/** Three digits that count, and none behind the point of a large number. */
function amountText(amount: number, unit: string): string {
  const digits = Math.abs(amount) >= 100 ? 0 : 3 - Math.max(1, Math.trunc(Math.abs(amount)).toString().length);
  return `${amount.toFixed(digits)} ${unit}`;
}

const columns = ['what', 'limit', 'measured', 'beside', 'ratio', 'verdict'] as const;

/** The table as lines of text, with a heading. */
export function tableOf(judgements: readonly Judgement[]): string[] {
  const heading = Object.fromEntries(columns.map((column) => [column, column])) as Record<
    (typeof columns)[number],
    string
  >;
  const rows = [heading, ...judgements];
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    columns
      .map((column, at) => row[column].padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
