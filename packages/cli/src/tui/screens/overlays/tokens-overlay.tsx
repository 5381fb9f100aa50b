import type { ApiToken } from '@upvigil/core/contract/tokens';
import { accessMessages } from '@upvigil/core/texts/access';
import type { JSX } from 'react';
import { type Span, span } from '../../../output/paint.ts';
import { tokenColumns } from '../../../output/token-columns.ts';
import { RecordOverlay, roomForRecords } from '../../components/record-overlay.tsx';
import { type Size, useStage } from '../../components/stage.ts';
import type { KeyScope } from '../../keys/key-map.ts';
import type { Overlay } from '../../view-state.ts';

type Tokens = Extract<Overlay, { kind: 'tokens' }>;

/** The API tokens over the screen, with the columns of `upvigil token list`. */
export function TokensOverlay(props: { overlay: Tokens; title: JSX.Element; scope: KeyScope }): JSX.Element {
  const { overlay, title, scope } = props;
  const { glyphs, now } = useStage();
  const tokens = tokensOf(overlay);
  return (
    <RecordOverlay
      title={title}
      head={[[span(' API tokens', 'strong'), tokens.length === 0 ? '' : span(` ${tokens.length}`, 'quiet')]]}
      columns={tokenColumns(now)}
      items={tokens.slice(overlay.top)}
      keyOf={({ id }) => id}
      lineOf={({ name, scopes, prefix }) => [
        ` ${[name, scopes.join(' '), `${prefix}${glyphs.ellipsis}`].join(` ${glyphs.dot} `)}`,
      ]}
      none={[noTokens(overlay, glyphs.ellipsis)]}
      hints={[span(` Esc closes this   ${glyphs.upDown} scroll   upvigil token create`, 'quiet')]}
      scope={scope}
    />
  );
}

/** The first visible token after scrolling by `by`, on a terminal of this size. */
export const scrolledTokens = (overlay: Tokens, size: Size, by: number): number =>
  Math.max(0, Math.min(overlay.top + by, tokensOf(overlay).length - roomForRecords(size, 1)));

const tokensOf = ({ read }: Tokens): readonly ApiToken[] => (read && 'tokens' in read ? read.tokens : []);

function noTokens({ read }: Tokens, ellipsis: string): Span {
  if (read === null) return span(` Loading${ellipsis}`);
  return 'failure' in read ? span(` ${read.failure}`, 'bad') : span(` ${accessMessages.token.none}`);
}
