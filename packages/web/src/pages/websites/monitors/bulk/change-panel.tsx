import { useQuery } from '@tanstack/react-query';
import type { BulkResult } from '@upvigil/core/contract/monitors';
import type { Website } from '@upvigil/core/contract/websites';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { mutingMessages } from '@upvigil/core/texts/alerts';
import { bulkPreview, bulkResult } from '@upvigil/core/texts/bulk-changes';
import { useState } from 'react';
import { api } from '../../../../api/api.ts';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { countOf } from '../../../../components/lists/count-of.ts';
import { useThrottledValue } from '../../../../components/states/use-throttled-value.ts';
import { failureText } from '../../../../failures.ts';
import type { BulkRequest } from '../use-selection.ts';
import { type BulkValues, bulkBody, type ChangeAction, intervalSentence } from './bulk-body.ts';
import { BulkFields, firstValues } from './bulk-fields.tsx';
import { PanelFrame } from './panel-frame.tsx';

interface ChangePanelProps {
  action: ChangeAction;
  request: BulkRequest;
  websites: readonly Website[];
  onClose: (isDone?: boolean) => void;
}

const titles: Record<ChangeAction, { title: string; verb: string }> = {
  enable: { title: 'Resume', verb: 'Resume' },
  disable: { title: 'Pause', verb: 'Pause' },
  check: { title: 'Check now', verb: 'Check' },
  mute: { title: 'Mute', verb: 'Mute' },
  acknowledge: { title: 'Acknowledge', verb: 'Acknowledge' },
  delete: { title: 'Delete', verb: 'Delete' },
  interval: { title: 'Check interval', verb: 'Change' },
  tags: { title: 'Tags', verb: 'Change' },
  move: { title: 'Move to another website', verb: 'Move' },
};

/** While the user types. */
const previewDelayMs = () => 300;

/** The fields of an action, the sentence that says what it changes, and afterwards the monitors that refused. */
export function ChangePanel({ action, request, websites, onClose }: ChangePanelProps) {
  const { notify } = useDialogs();
  const [values, setValues] = useState<BulkValues>(firstValues);
  const change = bulkBody({ ...request, action }, values);
  const { counts, error } = usePreview(change?.body ?? null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const run = async () => {
    if (!change) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const done = await (await api()).monitors.bulk({ body: change.body });
      notify(bulkResult(change.deed, done));
      if (done.refused.length > 0) setResult(done);
      else onClose(true);
    } catch (error) {
      setFailure(failureText(error));
    }
    setIsBusy(false);
  };
  const { title, verb } = titles[action];
  if (result) {
    return (
      <PanelFrame
        title={`${countOf(result.refused.length, 'monitor')} did not change`}
        verb="OK"
        isBusy={false}
        reasonBlocked={undefined}
        onSubmit={() => onClose(true)}
        onClose={() => onClose(true)}
      >
        <Refused refused={result.refused} />
      </PanelFrame>
    );
  }
  const { min, max } = limits.checkIntervalSeconds;
  return (
    <PanelFrame
      title={title}
      {...(action === 'interval' ? { aside: `${shortDuration(min * 1000)} to ${shortDuration(max * 1000)}` } : {})}
      verb={counts ? `${verb} ${countOf(counts.changed, 'monitor')}` : verb}
      isDanger={action === 'delete'}
      isBusy={isBusy}
      reasonBlocked={reasonBlocked(action, change !== null, counts)}
      onSubmit={() => void run()}
      onClose={() => onClose()}
    >
      <BulkFields action={action} values={values} websites={websites} onChange={setValues} />
      <Effects
        action={action}
        request={request}
        values={values}
        sentence={change && counts ? bulkPreview(change.deed, counts) : null}
        failure={failure ?? (error ? failureText(error) : null)}
      />
      {counts && counts.refused.length > 0 ? <Refused refused={counts.refused} /> : null}
    </PanelFrame>
  );
}

interface EffectsProps {
  action: ChangeAction;
  request: BulkRequest;
  values: BulkValues;
  /** Null until the preview is loaded. */
  sentence: string | null;
  failure: string | null;
}

/** The sentence of the preview and what follows from it, or why there is none. */
const Effects = ({ action, request, values, sentence, failure }: EffectsProps) => (
  <div role="status" className="grid min-h-5 gap-1 text-[0.8125rem]">
    {failure ? <p className="text-(--down-fg)">{failure}</p> : null}
    {sentence && !failure ? <p>{sentence}</p> : null}
    {action === 'interval' && sentence ? (
      <p className="text-xs text-(--muted)">{intervalSentence(request.monitors, values.seconds)}</p>
    ) : null}
    {action === 'mute' ? <p className="text-xs text-(--muted)">{mutingMessages.about}</p> : null}
    {action === 'delete' ? (
      <p className="text-xs text-(--muted)">Their checks and alerts are deleted too. This cannot be undone.</p>
    ) : null}
  </div>
);

const reasonBlocked = (action: ChangeAction, isFilled: boolean, counts: BulkResult | undefined): string | undefined => {
  if (!isFilled)
    return { interval: 'Enter an interval', tags: 'Enter a tag', move: 'Choose a website' }[action as 'tags'];
  if (!counts) return 'The preview is not loaded yet';
  return counts.changed === 0 ? 'No monitor changes' : undefined;
};

/** The result of a dry run of the request; none while it belongs to an earlier input. */
function usePreview(body: NonNullable<ReturnType<typeof bulkBody>>['body'] | null) {
  const wanted = JSON.stringify(body);
  const asked = useThrottledValue(wanted, previewDelayMs);
  const { data, error } = useQuery({
    queryKey: ['bulk-preview', asked],
    queryFn: async ({ signal }) =>
      (await api()).monitors.bulk({ body: { ...JSON.parse(asked), dry_run: true }, signal }),
    enabled: asked !== 'null' && asked === wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return asked === wanted ? { counts: data, error } : { counts: undefined, error: null };
}

const shownRefusals = 5;

function Refused({ refused }: Pick<BulkResult, 'refused'>) {
  const rest = refused.length - shownRefusals;
  return (
    <ul className="grid max-h-48 gap-1 overflow-y-auto text-xs">
      {refused.slice(0, shownRefusals).map(({ id, name, message }) => (
        <li key={id} className="wrap-anywhere text-(--down-fg)">
          <b className="font-medium">{name}</b>: {message}
        </li>
      ))}
      {rest > 0 ? <li className="text-(--muted)">and {countOf(rest, 'other monitor')}</li> : null}
    </ul>
  );
}
