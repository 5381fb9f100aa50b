import type { Notice } from '@upvigil/core/contract/notices';
import { noticeTitles } from '@upvigil/core/texts/alerts';
import { secondMs } from '@upvigil/core/time';
import { Box } from 'ink';
import type { JSX, ReactNode } from 'react';
import { widthOf } from '../../output/fit.ts';
import type { Glyphs } from '../../output/glyphs.ts';
import { type Role, type Span, span } from '../../output/paint.ts';
import { timeOfDay } from '../../output/times.ts';
import { bindingsOf, type KeyBinding, type KeyScope } from '../keys/key-map.ts';
import type { LiveState } from '../live/live-data.ts';
import type { StatusLine as StatusText } from '../view-state.ts';
import { Inline, Rule, Sides, spansWidth } from './inline.tsx';
import { isWide, type Stage, useStage } from './stage.ts';

/** Head, body and foot, as tall as the stage. A taller body is cut. */
export function Screen(props: { head: ReactNode; foot: ReactNode; children?: ReactNode }): JSX.Element {
  const { head, foot, children } = props;
  const { size } = useStage();
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
      <Box flexDirection="column" flexShrink={1} overflow="hidden">
        {head}
      </Box>
      <Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
        <Box flexDirection="column" flexShrink={0}>
          {children}
        </Box>
      </Box>
      <Box flexDirection="column" flexShrink={0}>
        {foot}
      </Box>
    </Box>
  );
}

/** How fresh the data is. `failure`: the message if the last read failed. */
export interface Freshness extends Pick<LiveState<unknown>, 'loadedAt' | 'isLoading' | 'nextAt'> {
  failure: { sentence: string; at: number } | null;
}

const spinMs = 120;
const tinyColumns = 40;

/** 'Updated 18:24:07', or that it is loading, or why the data is old. */
function freshnessSpans({ loadedAt, isLoading, nextAt, failure }: Freshness, stage: Stage): Span[] {
  const { glyphs, now, size } = stage;
  const seconds =
    nextAt === null
      ? null
      : Math.max(0, Math.ceil((nextAt - Math.max(now, loadedAt ?? 0, failure?.at ?? 0)) / secondMs));
  if (failure) {
    const retry = isLoading || seconds === null ? ', retrying' : `, retry in ${seconds}s`;
    return [span(`${glyphs.state.down} ${timeOfDay(failure.at)} ${failure.sentence}${retry}`, 'bad')];
  }
  if (loadedAt === null) {
    const spinner = glyphs.spinner[Math.floor(now / spinMs) % glyphs.spinner.length] ?? '';
    return isLoading ? [span(`${spinner} Loading${glyphs.ellipsis}`)] : [];
  }
  const updated = span(size.columns < tinyColumns ? timeOfDay(loadedAt) : `Updated ${timeOfDay(loadedAt)}`);
  return isWide(size) && seconds !== null ? [updated, span(`   next in ${seconds}s`, 'quiet')] : [updated];
}

/**
 * '▲ backup overdue, channel failing', or only the number of notices, or only the sign, by the room; empty without
 * notices.
 */
function noticeSpans(notices: readonly Notice[], room: number, { state }: Glyphs): Span[] {
  if (notices.length === 0) return [];
  const titles = [...new Set(notices.map(({ kind }) => noticeTitles[kind]))].join(', ');
  const count = notices.length === 1 ? '1 notice' : `${notices.length} notices`;
  const fits = [titles, count].find((text) => widthOf(text) + 4 <= room);
  return [span(`  ${[state.warn, ...(fits === undefined ? [] : [fits])].join(' ')}`, 'warn')];
}

interface TitleProps {
  title: string;
  /** The range or count of the screen; left out if there is no room. */
  about?: string;
  brand?: string;
  freshness: Freshness;
}

/** The first line. With little room, the brand is left out first; the reason for old data stays. */
export function TitleLine({ title, about = '', brand = '', freshness }: TitleProps): JSX.Element {
  const stage = useStage();
  const { size, glyphs, notices } = stage;
  const right = freshnessSpans(freshness, stage);
  const warning = noticeSpans(notices, size.columns - spansWidth(right) - title.length - 2, glyphs);
  const titleWidth = title.length + spansWidth(warning);
  const aboutSpans = about === '' ? [] : [span(about), span('   ')];
  const roomForAbout = size.columns - spansWidth(right) - titleWidth - 4;
  const full = spansWidth(aboutSpans) <= roomForAbout ? [...aboutSpans, ...right] : right;
  const roomForBrand = size.columns - spansWidth(full) - titleWidth - 4;
  const brandSpans = brand !== '' && brand.length <= roomForBrand ? [span(brand), span('  ')] : [];
  return <Sides left={[span(' '), ...brandSpans, span(title, 'strong'), ...warning]} right={full} />;
}

const statusLineRoles: Record<StatusText['tone'], Role> = { good: 'good', warn: 'warn', bad: 'bad', plain: 'plain' };

/** The line above the keys: the filter, the last message, or a rule, which may begin with keys of the selected row. */
export function StatusLine({ hint = '' }: { hint?: string }): JSX.Element {
  const { size, glyphs, view } = useStage();
  const { filter, isFiltering, typedTag, statusLine } = view;
  if (isFiltering) return <Inline spans={[span(` /${filter}`, 'strong'), '_']} />;
  if (typedTag !== null && !statusLine) return <Inline spans={[span(` Tag: ${typedTag}`, 'strong'), '_']} />;
  if (statusLine) return <Inline spans={[span(` ${statusLine.text}`, statusLineRoles[statusLine.tone])]} />;
  if (filter === '' && hint === '') return <Rule />;
  const text = filter === '' ? ` ${hint} ` : ` /${filter}   Esc clears the filter `;
  return <Inline spans={[text, span(glyphs.rule.repeat(Math.max(0, size.columns - widthOf(text))), 'quiet')]} />;
}

const roomyColumns = 100;

/** The last line: the keys of this screen, as many as fit, and always those for help and quit. */
export function KeyLine({ scope }: { scope: KeyScope }): JSX.Element {
  const { size, glyphs, view } = useStage();
  const gap = size.columns >= roomyColumns ? '  ' : ' ';
  if (view.isFiltering) return <Inline spans={[` Enter keep${gap}Esc show all`]} />;
  if (view.typedTag !== null) return <Inline spans={[` Enter apply${gap}Esc cancel`]} />;
  const hints = bindingsOf(scope)
    .filter(({ hint, action }) => hint && action !== 'help' && action !== 'quit')
    .map((binding) => `${shownKey(binding, glyphs)} ${binding.hint}`);
  const long = keysThatFit(hints, `? help${gap}q quit`, gap, size.columns);
  // If the words for help and quit would displace other keys, only their letters are shown.
  const short = keysThatFit(hints, '? q', gap, size.columns);
  return <Inline spans={[long.count === short.count ? long.text : short.text]} />;
}

const shownKey = ({ shown }: KeyBinding, glyphs: Glyphs): string =>
  shown === 'enter' ? glyphs.enter : shown === 'upDown' ? glyphs.upDown : shown;

function keysThatFit(
  hints: readonly string[],
  end: string,
  gap: string,
  columns: number,
): { text: string; count: number } {
  for (let count = hints.length; count > 0; count -= 1) {
    const text = ` ${[...hints.slice(0, count), end].join(gap)}`;
    if (text.length <= columns) return { text, count };
  }
  return { text: ` ${end}`, count: 0 };
}

interface FootProps {
  scope: KeyScope;
  /** Keys of the selected row. */
  hint?: string;
  legend?: ReactNode;
  children?: ReactNode;
}

/** The last lines of a screen: its own `children`, status line, legend and keys; or a question. */
export function ScreenFoot(props: FootProps): JSX.Element {
  const { scope, hint, legend, children } = props;
  const { overlay } = useStage().view;
  return (
    <>
      {overlay?.kind === 'confirm' ? (
        <Question text={overlay.question.text} />
      ) : (
        <>
          {children}
          <StatusLine {...(hint ? { hint } : {})} />
          {legend}
        </>
      )}
      <KeyLine scope={scope} />
    </>
  );
}

/** A question in a frame. Every key except y means no. */
function Question({ text }: { text: string }): JSX.Element {
  const { size, glyphs } = useStage();
  const { box } = glyphs;
  const answers = 'y = yes    n / Esc = no';
  const inner = Math.max(1, Math.min(size.columns - 4, Math.max(widthOf(text), answers.length) + 2));
  const title = inner >= ' Confirm '.length ? ' Confirm ' : '';
  return (
    <Box flexDirection="column" flexShrink={0} paddingLeft={1}>
      <Inline spans={[`${box.topLeft}${title}${box.edge.repeat(inner - title.length)}${box.topRight}`]} />
      {[text, answers].map((content) => (
        <Box key={content} flexShrink={0}>
          <Inline spans={[box.side]} />
          <Box width={inner} flexShrink={0} paddingLeft={1}>
            <Inline spans={[content]} />
          </Box>
          <Inline spans={[box.side]} />
        </Box>
      ))}
      <Inline spans={[`${box.bottomLeft}${box.edge.repeat(inner)}${box.bottomRight}`]} />
    </Box>
  );
}
