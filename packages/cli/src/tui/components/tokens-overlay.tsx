import type { ApiToken } from '@upvigil/core/contract/tokens';
import { accessMessages } from '@upvigil/core/texts/access';
import type { JSX } from 'react';
import { tokenColumns } from '../../commands/token.ts';
import { type Line, line, type Role, span } from '../../output/paint.ts';
import { dayAndTime } from '../../output/times.ts';
import type { Size } from '../frame/layout.ts';
import { frame } from '../frame/layout.ts';
import { isCompact, type Stage } from '../frame/screen-parts.ts';
import type { Overlay } from '../view-state.ts';
import { LineList } from './line-list.tsx';
import { RecordTable, roomForRecords } from './record-table.tsx';

type Tokens = Extract<Overlay, { kind: 'tokens' }>;

export interface TokensOverlayProps {
  overlay: Tokens;
  /** The lines of the screen below, of which the title and the keys stay visible. */
  lines: readonly Line[];
  stage: Stage;
  color: boolean;
}

/** Lines of title, heading, hints and keys. */
const framedBy = 4;

/** The API tokens over the screen, as `upvigil token list` lists them. */
export function TokensOverlay({ overlay, lines, stage, color }: TokensOverlayProps): JSX.Element {
  const { size, glyphs, now } = stage;
  const tokens = tokensOf(overlay);
  const heading = line(span(' API tokens', 'strong'), tokens.length === 0 ? '' : span(` ${tokens.length}`, 'quiet'));
  const hints = line(span(` Esc closes this   ${glyphs.upDown} scroll   upvigil token create`, 'quiet'));
  const part = (rows: readonly Line[], height: number): Line[] =>
    frame({ head: rows, body: [], foot: [] }, { ...size, rows: height }, glyphs.ellipsis);
  const height = Math.max(0, size.rows - framedBy);
  const rows = tokens.slice(overlay.top);
  return (
    <>
      <LineList lines={part([...lines.slice(0, 1), heading], 2)} color={color} />
      {rows.length === 0 || isCompact(size) ? (
        <LineList lines={part(plainLines(overlay, rows, stage), height)} color={color} />
      ) : (
        <RecordTable
          columns={tokenColumns(now)}
          rows={rows}
          width={size.columns}
          height={height}
          glyphs={glyphs}
          color={color}
          roleOf={rolesOf(rows, now)}
        />
      )}
      <LineList lines={part([hints, ...lines.slice(-1)], 2)} color={color} />
    </>
  );
}

/** The first token after scrolling by so many, on a terminal of this size. */
export function scrolledTokens(overlay: Tokens, size: Size, by: number): number {
  const height = size.rows - framedBy;
  const room = isCompact(size) ? Math.max(1, height) : roomForRecords(height);
  return Math.max(0, Math.min(overlay.top + by, tokensOf(overlay).length - room));
}

const tokensOf = ({ read }: Tokens): readonly ApiToken[] => (read && 'tokens' in read ? read.tokens : []);

/** An end that is past is bad. */
function rolesOf(tokens: readonly ApiToken[], now: number): (text: string) => Role {
  const past = tokens.flatMap(({ expires_at: at }) => (at !== null && Date.parse(at) <= now ? [dayAndTime(at)] : []));
  return (text) => (past.includes(text) ? 'bad' : 'plain');
}

function plainLines({ read }: Tokens, rows: readonly ApiToken[], { glyphs }: Stage): Line[] {
  if (read === null) return [line(` Loading${glyphs.ellipsis}`)];
  if ('failure' in read) return [line(span(` ${read.failure}`, 'bad'))];
  if (read.tokens.length === 0) return [line(` ${accessMessages.token.none}`)];
  return rows.map(({ name, scopes, prefix }) =>
    line(` ${[name, scopes.join(' '), `${prefix}${glyphs.ellipsis}`].join(` ${glyphs.dot} `)}`),
  );
}
