import type { Language } from '../contract/names/languages.ts';
import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { formatResponseTime } from '../format/response-time.ts';
import { englishFigures, type Figures } from './english-figures.ts';

const durationUnits = ['day', 'hour', 'minute', 'second'] as const;

/** Prevents a line break between a number and its unit. */
const noBreak = '\u00a0';

/** Formats for public pages and documents only. */
export interface LocalFigures extends Figures {
  /** Formats a number within an English text, with its unit if any: '6.12s'. */
  measure: (text: string) => string;
  /** A time, in milliseconds since the epoch: '20 Nov 2026, 18:24:07 UTC'. */
  moment: (time: number) => string;
}

/** Number formats of `language`: English as in the web app, others by Intl. */
export function localFigures(language: Language): LocalFigures {
  if (language === 'en') return { ...englishFigures, measure: (text) => text, moment: momentIn('en-GB') };
  const percent = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 });
  const measure = (text: string): string =>
    text.replace(/([\d.]+)(m?s)?$/, (_, digits: string, unit: string | undefined) => {
      const minimumFractionDigits = digits.split('.')[1]?.length ?? 0;
      const value = Number(digits);
      if (Number.isNaN(value)) return text;
      const number = new Intl.NumberFormat(language, { minimumFractionDigits }).format(value);
      return unit ? number + noBreak + unit : number;
    });
  const lengths = durationUnits.map((unit) => ({
    pattern: new RegExp(`(\\d+) ${unit}s?`),
    format: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }),
  }));
  return {
    percent: (value) => formatPercent(value).replace(/^([\d.]+)%$/, (_, text: string) => percent.format(+text / 100)),
    responseTime: (kind, seconds) => measure(formatResponseTime(kind, seconds)),
    measure,
    moment: momentIn(language),
    duration: (seconds) =>
      lengths.reduce(
        (text, { pattern, format }) => text.replace(pattern, (_, count: string) => format.format(Number(count))),
        formatDuration(seconds),
      ),
  };
}

function momentIn(locale: string): LocalFigures['moment'] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return (time) => `${format.format(time)} UTC`;
}
