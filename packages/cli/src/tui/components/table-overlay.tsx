import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { channelOf } from '@upvigil/core/format/alert-lines';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import type { JSX } from 'react';
import type { CheckOutcome } from '../../checks/trigger.ts';
import { type Line, line, type Role, span } from '../../output/paint.ts';
import { timeOfDay } from '../../output/times.ts';
import { roleOf } from '../../status/states.ts';
import { frame } from '../frame/layout.ts';
import { isCompact, type Stage } from '../frame/screen-parts.ts';
import { alertHead, routingFacts } from '../overlays.ts';
import type { Overlay } from '../view-state.ts';
import { LineList } from './line-list.tsx';
import { type RecordColumn, RecordTable } from './record-table.tsx';

export interface TableOverlayProps {
  overlay: Extract<Overlay, { kind: 'alert' | 'outcomes' }>;
  /** The one that is open; undefined when it is gone, and where none is open. */
  alert: Alert | undefined;
  /** The lines of the screen below, of which the title and the keys stay visible. */
  lines: readonly Line[];
  stage: Stage;
  color: boolean;
}

/** The purpose has a column only where one is not the alert itself. */
const deliveryColumns = (deliveries: readonly Delivery[]): readonly RecordColumn<Delivery>[] => [
  { header: 'CHANNEL', text: channelOf, shrinkTo: 8 },
  { header: 'RECIPIENT', text: ({ recipient }) => recipient ?? '-', shrinkTo: 9, dropOrder: 1 },
  ...(deliveries.some(({ purpose }) => purpose !== 'alert')
    ? [{ header: 'PURPOSE', text: ({ purpose }: Delivery) => purpose }]
    : []),
  { header: 'STATUS', text: ({ status }) => status },
  { header: 'REASON', text: ({ reason }) => reason ?? '-', shrinkTo: 8 },
  { header: 'SENT', text: ({ sent_at }) => (sent_at ? timeOfDay(sent_at) : '-'), dropOrder: 2 },
];
const deliveryRoles: Record<string, Role> = { sent: 'good', pending: 'warn', failed: 'bad', suppressed: 'quiet' };

const outcomeColumns: readonly RecordColumn<CheckOutcome>[] = [
  { header: 'STATUS', text: ({ badge }) => badge.label },
  { header: 'MONITOR', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'RESPONSE', text: ({ kind, responseTime }) => formatResponseTime(kind, responseTime) },
  { header: 'DETAIL', text: ({ detail }) => detail || '-', shrinkTo: 8 },
];

/** A few records over the screen: the deliveries of an alert, or the results of the checks of a website. */
export function TableOverlay({ overlay, alert, lines, stage, color }: TableOverlayProps): JSX.Element {
  const { size, glyphs } = stage;
  const about =
    overlay.kind === 'outcomes'
      ? outcomeHead(overlay.title)
      : alert
        ? [...alertHead(alert, glyphs), ...routingLines(alert, stage)]
        : [line(' This alert is gone')];
  const head = frame(
    { head: [...lines.slice(0, 1), ...about], body: [], foot: [] },
    { ...size, rows: about.length + 1 },
    glyphs.ellipsis,
  );
  const foot = frame(
    {
      head: [line(span(` Esc closes this${alert ? aboutEvidence(alert) : ''}`, 'quiet'))],
      body: [],
      foot: lines.slice(-1),
    },
    { ...size, rows: 2 },
    glyphs.ellipsis,
  );
  const height = Math.max(0, size.rows - head.length - foot.length);
  const shared = { width: size.columns, height, glyphs, color };
  const texts =
    overlay.kind === 'outcomes' ? overlay.outcomes.map(outcomeText) : (alert?.deliveries ?? []).map(deliveryText);
  return (
    <>
      <LineList lines={head} color={color} />
      {isCompact(size) || texts.length === 0 ? (
        <LineList lines={plainLines(texts, stage, height)} color={color} />
      ) : overlay.kind === 'outcomes' ? (
        <RecordTable
          {...shared}
          columns={outcomeColumns}
          rows={overlay.outcomes}
          roleOf={outcomeRoles(overlay.outcomes)}
        />
      ) : (
        <RecordTable
          {...shared}
          columns={deliveryColumns(alert?.deliveries ?? [])}
          rows={alert?.deliveries ?? []}
          roleOf={(text) => deliveryRoles[text] ?? 'plain'}
        />
      )}
      <LineList lines={foot} color={color} />
    </>
  );
}

/** Older alerts have none, and where each thing gets one line there is no room. */
const routingLines = (alert: Alert, { size, glyphs }: Stage): Line[] =>
  isCompact(size) || routingFacts(alert).length === 0 ? [] : [line(` ${routingFacts(alert).join(` ${glyphs.dot} `)}`)];

const aboutEvidence = ({ has_evidence }: Alert): string =>
  has_evidence ? '   Tab what the check saw' : '   what the check saw is not kept';

const outcomeHead = (title: string): Line[] => [line(span(` Checked ${title}`, 'strong'))];

/** The role of each text that is a state. Names and details have none. */
function outcomeRoles(outcomes: readonly CheckOutcome[]): (text: string) => Role {
  const roles = new Map(outcomes.map(({ badge }) => [badge.label, roleOf(badge)]));
  return (text) => roles.get(text) ?? 'plain';
}

const outcomeText = ({ badge, name, detail }: CheckOutcome): string => `${badge.label} ${name} ${detail}`;
const deliveryText = (delivery: Delivery): string =>
  `${channelOf(delivery)} ${delivery.status} ${delivery.reason ?? ''}`;

function plainLines(texts: readonly string[], { size, glyphs }: Stage, height: number): Line[] {
  const shown = texts.length === 0 ? ['Nobody was told'] : texts;
  return frame(
    { head: [], body: shown.map((text) => line(` ${text}`)), foot: [] },
    { ...size, rows: height },
    glyphs.ellipsis,
  );
}
