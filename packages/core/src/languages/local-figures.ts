import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { formatResponseTime } from '../format/response-time.ts';
import { englishFigures, type Figures } from './english-figures.ts';
import type { Language } from './languages.ts';

const durationUnits = ['day', 'hour', 'minute', 'second'] as const;
/** So that no line ends between a number and its unit. */
const noBreak = '\u00a0';

/** Figures as `language` writes them: English ones to the letter, others with its own digits and words by Intl. */
export function localFigures(language: Language): Figures {
  if (language === 'en') return englishFigures;
  const percent = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 });
  const measure = (text: string): string =>
    text.replace(/([\d.]+)(m?s)?$/, (_, digits: string, unit: string | undefined) => {
      const minimumFractionDigits = digits.split('.')[1]?.length ?? 0;
      const number = new Intl.NumberFormat(language, { minimumFractionDigits }).format(Number(digits));
      return unit ? number + noBreak + unit : number;
    });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  const lengths = durationUnits.map((unit) => ({
    pattern: new RegExp(`(\\d+) ${unit}s?`),
    format: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }),
  }));
  return {
    percent: (value) => formatPercent(value).replace(/^([\d.]+)%$/, (_, text: string) => percent.format(+text / 100)),
    responseTime: (kind, seconds) => measure(formatResponseTime(kind, seconds)),
    interval: (seconds) => `${seconds}${noBreak}s`,
    measure,
    moment: (time) => `${moment.format(time)} UTC`,
    duration: (seconds) =>
      lengths.reduce(
        (text, { pattern, format }) => text.replace(pattern, (_, count: string) => format.format(Number(count))),
        formatDuration(seconds),
      ),
  };
}
