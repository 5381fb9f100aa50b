import { commandMessages, noticeTitles } from '@upvigil/core/texts/alerts';
import { Box } from 'ink';
import type { JSX, ReactNode } from 'react';
import { breakLine } from '../../../output/break-text.ts';
import { span } from '../../../output/paint.ts';
import { dayAndTime } from '../../../output/times.ts';
import { Inline, Lines } from '../../components/inline.tsx';
import { KeyLine, Screen, StatusLine } from '../../components/screen.tsx';
import { useStage } from '../../components/stage.ts';
import { bindingsOf, type KeyScope, keysText } from '../../keys/key-map.ts';

interface TextOverlayProps {
  /** Title of the screen behind. */
  title: JSX.Element;
  scope: KeyScope;
}

function TextOverlay(props: TextOverlayProps & { heading: string; children: ReactNode }): JSX.Element {
  const { title, scope, heading, children } = props;
  const foot = (
    <>
      <StatusLine />
      <KeyLine scope={scope} />
    </>
  );
  return (
    <Screen head={title} foot={foot}>
      <Inline spans={[span(` ${heading}`, 'strong'), span('   Esc closes this', 'quiet')]} />
      {children}
    </Screen>
  );
}

const keyWidth = 12;
const narrowKeyWidth = 5;
const helpColumn = 38;
/** Lines of title, heading, status line and keys. */
const framedBy = 4;

/** All keys of the screen, in two columns if there is room. */
export function HelpOverlay({ title, scope }: TextOverlayProps): JSX.Element {
  const { columns, rows } = useStage().size;
  const bindings = bindingsOf(scope);
  const fits = bindings.length + framedBy <= rows;
  // Lists every key, with shorter texts if necessary.
  const entries =
    fits || columns >= 2 * helpColumn
      ? bindings.map((binding) => `  ${keysText(binding).padEnd(keyWidth)} ${binding.about}`)
      : bindings.map(({ keys, about }) => ` ${keysText({ keys: [keys[0]] }).padEnd(narrowKeyWidth)} ${about}`);
  const half = fits ? entries.length : Math.ceil(entries.length / 2);
  const column = (texts: readonly string[], width: number): JSX.Element => (
    <Box flexDirection="column" width={width} flexShrink={0}>
      <Lines lines={texts.map((text) => [text])} />
    </Box>
  );
  const left = fits ? columns : Math.floor(columns / 2);
  return (
    <TextOverlay title={title} scope={scope} heading="Keys">
      <Box columnGap={1}>
        {column(entries.slice(0, half), left - 1)}
        {!fits && column(entries.slice(half), columns - left)}
      </Box>
    </TextOverlay>
  );
}

/** The ongoing notices with their sentences. */
export function NoticesOverlay({ title, scope }: TextOverlayProps): JSX.Element {
  const { size, glyphs, notices } = useStage();
  const room = Math.max(1, size.columns - 3);
  const { state, dot } = glyphs;
  return (
    <TextOverlay title={title} scope={scope} heading="Notices">
      {notices.length === 0 && <Inline spans={[` ${commandMessages.notice.noneLasts}`]} />}
      {notices.map(({ id, kind, message, remedy, began_at }) => (
        <Box key={id} flexDirection="column" flexShrink={0}>
          <Inline
            spans={[span(` ${state.warn} ${noticeTitles[kind]}`, 'warn'), ` ${dot} since ${dayAndTime(began_at)}`]}
          />
          <Lines lines={breakLine(message, room).map((text) => [`   ${text}`])} />
          <Lines lines={breakLine(remedy, room).map((text) => [span(`   ${text}`, 'quiet')])} />
        </Box>
      ))}
    </TextOverlay>
  );
}
