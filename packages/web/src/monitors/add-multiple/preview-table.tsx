import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import type { ListedLine } from '@upvigil/core/contract/monitors';
import type { Tone } from '@upvigil/core/status/tone';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { Segmented } from '../../components/basics/segmented.tsx';
import { withoutScheme } from '../../components/rows/without-scheme.ts';
import { Badge } from '../../components/tones/badge.tsx';
import { TagChips } from '../../components/tones/tag-chips.tsx';
import { countLines, type LineStatus } from './pasted-lines.ts';

const looks: Record<LineStatus, { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'up' },
  exists: { label: 'Exists', tone: 'none' },
  invalid: { label: 'Invalid', tone: 'down' },
};
const statuses = ['new', 'exists', 'invalid'] as const;

interface PreviewTableProps {
  lines: readonly ListedLine[];
  failure: string | null;
  onRepair: (line: ListedLine) => void;
}

/** The recognised lines, each with its problem and a repair. */
export function PreviewTable({ lines, failure, onRepair }: PreviewTableProps) {
  const [shown, setShown] = useState<LineStatus | 'all'>('all');
  const rows = lines.filter(({ status }) => shown === 'all' || status === shown);
  return (
    <section aria-label="Preview" className="grid min-w-0 content-start gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Lines by status"
          segments={[
            { id: 'all', label: 'all', count: lines.length },
            ...statuses.map((status) => ({
              id: status,
              label: looks[status].label,
              count: countLines(lines, status),
            })),
          ]}
          selected={shown}
          onSelect={setShown}
        />
        <span className="text-xs text-(--muted)">Preview, nothing is saved yet</span>
      </div>
      {failure ? <p className="text-(--down-fg)">{failure}</p> : null}
      {lines.length === 0 && !failure ? (
        <p className="text-[0.8125rem] text-(--muted)">Paste or type addresses to see what they become.</p>
      ) : null}
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus for the keyboard
        <div tabIndex={0} className="max-h-[60dvh] overflow-auto rounded-lg border border-(--border)">
          <table className="w-full text-left text-[0.8125rem]">
            <caption className="sr-only">Lines and what they become</caption>
            <thead className="text-xs text-(--muted)">
              <tr>
                {['Line', 'Status', 'Kind', 'Target', 'Name', 'Tags'].map((name) => (
                  <th key={name} scope="col" className="px-2 py-2 font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((line) => (
                <LineRow key={line.line} line={line} onRepair={onRepair} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  );
}

const cell = 'px-2 py-1';

function LineRow({ line, onRepair }: { line: ListedLine; onRepair: PreviewTableProps['onRepair'] }) {
  const { status, kind, target, name, tags, problem, repair } = line;
  const { label, tone } = looks[status];
  return (
    <tr className={`border-t border-(--border) ${status === 'invalid' ? 'bg-(--down-bg) text-(--down-fg)' : ''}`}>
      <td className={`${cell} text-right text-xs text-(--muted)`}>{line.line}</td>
      <td className={cell}>
        <Badge
          tone={tone}
          icon={status === 'new' ? <Plus aria-hidden="true" size={12} strokeWidth={2.5} /> : undefined}
        >
          {label}
        </Badge>
      </td>
      <td className={`${cell} whitespace-nowrap text-(--muted)`}>{kind ? kindLabel(kind) : '–'}</td>
      {problem ? (
        <td colSpan={3} className={cell}>
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere">{problem}</span>
            {repair ? (
              <Button size="small" onClick={() => onRepair(line)}>
                Use {withoutScheme(repair)}
              </Button>
            ) : null}
          </span>
        </td>
      ) : (
        <>
          <td className={`${cell} wrap-anywhere`}>
            <span className="text-(--muted)">{target.slice(0, target.length - withoutScheme(target).length)}</span>
            {withoutScheme(target)}
          </td>
          <td className={`${cell} font-medium wrap-anywhere`}>{name}</td>
          <td className={cell}>
            <span className="flex flex-wrap gap-1">
              <TagChips tags={tags} />
            </span>
          </td>
        </>
      )}
    </tr>
  );
}
