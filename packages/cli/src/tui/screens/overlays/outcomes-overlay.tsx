import { formatResponseTime } from '@upvigil/core/format/response-time';
import type { JSX } from 'react';
import type { CheckOutcome } from '../../../checks/trigger.ts';
import { span } from '../../../output/paint.ts';
import type { Column } from '../../../output/table.ts';
import { roleOf } from '../../../status/states.ts';
import { RecordOverlay } from '../../components/record-overlay.tsx';
import type { KeyScope } from '../../keys/key-map.ts';
import type { Overlay } from '../../view-state.ts';

const columns: readonly Column<CheckOutcome>[] = [
  { header: 'STATUS', text: ({ badge }) => badge.label, role: ({ badge }) => roleOf(badge) },
  { header: 'MONITOR', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'RESPONSE', text: ({ kind, responseTime }) => formatResponseTime(kind, responseTime) },
  { header: 'DETAIL', text: ({ detail }) => detail || '-', shrinkTo: 8 },
];

interface OutcomesOverlayProps {
  overlay: Extract<Overlay, { kind: 'outcomes' }>;
  title: JSX.Element;
  scope: KeyScope;
}

export const OutcomesOverlay = ({ overlay, title, scope }: OutcomesOverlayProps): JSX.Element => (
  <RecordOverlay
    title={title}
    head={[[span(` Checked ${overlay.title}`, 'strong')]]}
    columns={columns}
    items={overlay.outcomes}
    keyOf={(outcome) => overlay.outcomes.indexOf(outcome)}
    lineOf={({ badge, name, detail }) => [` ${badge.label} ${name} ${detail}`]}
    none={[]}
    hints={[span(' Esc closes this', 'quiet')]}
    scope={scope}
  />
);
