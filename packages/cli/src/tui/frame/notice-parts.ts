import type { Notice } from '@upvigil/core/contract/notices';
import { noticeTitles, tellingMessages } from '@upvigil/core/texts/alerts';
import { breakLine } from '../../output/break-text.ts';
import { widthOf } from '../../output/fit.ts';
import type { Glyphs } from '../../output/glyphs.ts';
import { type Line, line, type Span, span } from '../../output/paint.ts';
import { dayAndTime } from '../../output/times.ts';
import type { Size } from './layout.ts';

/** '▲ backup overdue, channel failing', or how many where that is too wide, or the sign alone; nothing without notices. */
export function noticeSpans(notices: readonly Notice[], room: number, { state }: Glyphs): Span[] {
  if (notices.length === 0) return [];
  const titles = [...new Set(notices.map(({ kind }) => noticeTitles[kind]))].join(', ');
  const count = notices.length === 1 ? '1 notice' : `${notices.length} notices`;
  const fits = [titles, count].find((text) => widthOf(text) + 4 <= room);
  return [span(`  ${[state.warn, ...(fits === undefined ? [] : [fits])].join(' ')}`, 'warn')];
}

/** Every notice that lasts, with its sentence. */
export function noticeLines(notices: readonly Notice[], { columns }: Size, { state, dot }: Glyphs): Line[] {
  const title = line(span(' Notices', 'strong'), span('   Esc closes this', 'quiet'));
  if (notices.length === 0) return [title, line(` ${tellingMessages.notice.noneLasts}`)];
  return [
    title,
    ...notices.flatMap(({ kind, message, remedy, began_at }) => [
      line(span(` ${state.warn} ${noticeTitles[kind]}`, 'warn'), ` ${dot} since ${dayAndTime(began_at)}`),
      ...breakLine(message, Math.max(1, columns - 3)).map((text) => line(`   ${text}`)),
      ...breakLine(remedy, Math.max(1, columns - 3)).map((text) => line(span(`   ${text}`, 'quiet'))),
    ]),
  ];
}
