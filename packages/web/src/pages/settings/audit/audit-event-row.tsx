import type { AuditChange, AuditEvent } from '@upvigil/core/contract/audit';
import { auditActor, auditTarget } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { countOf } from '../../../components/lists/count-of.ts';
import { Time } from '../../../components/time/time.tsx';

/** One event: user, action, object, time, address and changed values. */
export function AuditEventRow({ event }: { event: AuditEvent }) {
  const { at, action, via, ip, changes } = event;
  const target = auditTarget(event);
  return (
    <li className="border-t border-(--border) py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="m-0 min-w-0 wrap-anywhere">
          <span className="font-medium">{auditActor(event)}</span> <code>{action}</code> {target}
        </p>
        <p className="m-0 text-xs text-(--muted)">
          <Time value={at} />
        </p>
      </div>
      <p className="m-0 text-xs wrap-anywhere text-(--muted)">
        {via}
        {ip === null ? '' : `, ${ip}`}
      </p>
      {changes.length > 0 ? <Changes changes={changes} of={`${action} ${target}`} /> : null}
    </li>
  );
}

/** Rendered only while open, to keep long lists light. */
function Changes({ changes, of }: { changes: readonly AuditChange[]; of: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-1 text-xs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-(--muted) hover:text-(--text) pointer-coarse:py-3">
        {countOf(changes.length, 'change')} <span className="sr-only">of {of}</span>
      </summary>
      {isOpen ? <ChangeTable changes={changes} caption={`Before and after ${of}`} /> : null}
    </details>
  );
}

const headClass = 'px-2 py-1 font-medium text-(--muted)';
const cellClass = 'px-2 py-1 wrap-anywhere whitespace-pre-wrap';

const ChangeTable = ({ changes, caption }: { changes: readonly AuditChange[]; caption: string }) => (
  <table className="mt-1 w-full border-collapse text-left">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        <th scope="col" className={headClass}>
          Field
        </th>
        <th scope="col" className={headClass}>
          Before
        </th>
        <th scope="col" className={headClass}>
          After
        </th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field} className="border-t border-(--border)">
          <th scope="row" className="px-2 py-1 font-normal wrap-anywhere">
            {field}
          </th>
          <td className={cellClass}>{before ?? '-'}</td>
          <td className={cellClass}>{after ?? '-'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
