import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { acknowledgedText, channelOf } from '@upvigil/core/format/alert-lines';
import type { JSX } from 'react';
import { breakLine } from '../../../output/break-text.ts';
import { type Role, span } from '../../../output/paint.ts';
import type { Column } from '../../../output/table.ts';
import { dayAndTime, timeOfDay } from '../../../output/times.ts';
import { Inline, Lines, Rule, Sides } from '../../components/inline.tsx';
import { RecordOverlay } from '../../components/record-overlay.tsx';
import { Screen } from '../../components/screen.tsx';
import { isCompact, type Size, type Stage, useStage } from '../../components/stage.ts';
import type { Overlay } from '../../view-state.ts';

interface AlertOverlayProps {
  /** Undefined if it was deleted. */
  alert: Alert | undefined;
  title: JSX.Element;
}

const alertIsGone = ' This alert was deleted';

/** Its message, and a line with type, time, website and id. */
const headOf = (alert: Alert, { dot }: Stage['glyphs']) => [
  [span(` ${alert.message}`, 'strong')],
  [` ${[alert.alert_type, dayAndTime(alert.created_at), alert.website_name, `alert #${alert.id}`].join(` ${dot} `)}`],
];

/** Severity, route and policy of an alert, and who acknowledged it: 'critical', 'route "Night"', 'acknowledged by Ann'. */
export const routingFacts = (alert: Alert): string[] => [
  ...(alert.severity === null ? [] : [alert.severity]),
  ...(alert.route === null ? [] : [`route "${alert.route}"`]),
  ...(alert.policy === null ? [] : [`policy "${alert.policy}"`]),
  ...[acknowledgedText(alert, dayAndTime)].flatMap((text) => (text === null ? [] : [`acknowledged ${text}`])),
];

const deliveryRoles: Record<string, Role> = { sent: 'good', pending: 'warn', failed: 'bad', suppressed: 'quiet' };

/** The purpose has a column only if a delivery is not for the alert itself. */
const deliveryColumns = (deliveries: readonly Delivery[]): readonly Column<Delivery>[] => [
  { header: 'CHANNEL', text: channelOf, shrinkTo: 8 },
  { header: 'RECIPIENT', text: ({ recipient }) => recipient ?? '-', shrinkTo: 9, dropOrder: 1 },
  ...(deliveries.some(({ purpose }) => purpose !== 'alert')
    ? [{ header: 'PURPOSE', text: ({ purpose }: Delivery) => purpose }]
    : []),
  { header: 'STATUS', text: ({ status }) => status, role: ({ status }) => deliveryRoles[status] ?? 'plain' },
  { header: 'REASON', text: ({ reason }) => reason ?? '-', shrinkTo: 8 },
  { header: 'SENT', text: ({ sent_at }) => (sent_at ? timeOfDay(sent_at) : '-'), dropOrder: 2 },
];

export function DeliveriesOverlay({ alert, title }: AlertOverlayProps): JSX.Element {
  const { size, glyphs } = useStage();
  const deliveries = alert?.deliveries ?? [];
  // Older alerts have no route, and a small terminal has no room for it.
  const routing = alert && !isCompact(size) ? routingFacts(alert) : [];
  const evidence = alert?.has_evidence ? '   Tab recorded response' : '   no recorded response';
  return (
    <RecordOverlay
      title={title}
      head={[
        ...(alert ? headOf(alert, glyphs) : [[alertIsGone]]),
        ...(routing.length > 0 ? [[` ${routing.join(` ${glyphs.dot} `)}`]] : []),
      ]}
      columns={deliveryColumns(deliveries)}
      items={deliveries}
      keyOf={(delivery) => deliveries.indexOf(delivery)}
      lineOf={(delivery) => [` ${channelOf(delivery)} ${delivery.status} ${delivery.reason ?? ''}`]}
      none={[' Nobody was notified']}
      hints={[span(` Esc closes this${alert ? evidence : ''}`, 'quiet')]}
      scope="alerts"
    />
  );
}

type Evidence = Extract<Overlay, { kind: 'evidence' }>;

const margin = 1;

/** The evidence of an alert, as `upvigil alerts show` prints it, as far as there is room. */
export function EvidenceOverlay(props: AlertOverlayProps & { overlay: Evidence }): JSX.Element {
  const { overlay, alert, title } = props;
  const { size, glyphs } = useStage();
  const rows = rowsOf(overlay, size);
  const room = roomFor(size);
  const top = within(overlay.top, rows.length, room);
  const [message, ...about] = alert ? headOf(alert, glyphs) : [[alertIsGone], ['']];
  const head = (
    <>
      {title}
      <Inline spans={message ?? []} />
      {!isCompact(size) && (
        <>
          <Inline spans={about.flat()} />
          <Rule />
        </>
      )}
    </>
  );
  const position = rows.length > room ? `${top + 1}-${Math.min(rows.length, top + room)} of ${rows.length} ` : '';
  const hints = [`${glyphs.upDown} scroll`, 'Tab deliveries', 'Esc back'];
  // The hint that closes the overlay comes first if not all hints fit.
  const shown = isCompact(size) ? hints.toReversed() : hints;
  const foot = <Sides left={[span(` ${shown.join('   ')}`)]} right={[span(position, 'quiet')]} />;
  return (
    <Screen head={head} foot={foot}>
      <EvidenceText overlay={overlay} rows={rows.slice(top, top + room)} />
    </Screen>
  );
}

function EvidenceText(props: { overlay: Evidence; rows: readonly string[] }): JSX.Element {
  const { seen } = props.overlay;
  const { glyphs } = useStage();
  if (seen === null) return <Inline spans={[` Loading${glyphs.ellipsis}`]} />;
  if ('failure' in seen) return <Inline spans={[span(` ${seen.failure}`, 'bad')]} />;
  return <Lines lines={props.rows.map((text) => [' '.repeat(margin), text])} />;
}

/** The top line after scrolling by `by` lines, on a terminal of this size. */
export function scrolledEvidence(overlay: Evidence, size: Size, by: number): number {
  const count = rowsOf(overlay, size).length;
  const room = roomFor(size);
  return within(within(overlay.top, count, room) + by, count, room);
}

/** Broken again for each size, so that a narrower terminal loses nothing. */
const rowsOf = ({ seen }: Evidence, { columns }: Size): string[] =>
  seen && 'lines' in seen ? seen.lines.flatMap((text) => breakLine(text, Math.max(1, columns - margin))) : [];

/** Lines for the text: all except title, heading and keys. */
const roomFor = (size: Size): number => Math.max(1, size.rows - (isCompact(size) ? 3 : 5));

const within = (top: number, count: number, room: number): number => Math.max(0, Math.min(top, count - room));
