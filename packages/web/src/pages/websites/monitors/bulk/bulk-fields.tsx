import { useQuery } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { hourMs } from '@upvigil/core/time';
import { untilWords } from '../../../../alerting/until-words.ts';
import { Segmented } from '../../../../components/basics/segmented.tsx';
import { TagsInput } from '../../../../components/forms/tags-input.tsx';
import { allTags } from '../../../../monitors/tags-query.ts';
import { WebsiteSelect } from '../../../../monitors/website-select.tsx';
import type { BulkValues, ChangeAction } from './bulk-body.ts';

const muteHours = [
  { hours: 1, label: '1 hour' },
  { hours: 4, label: '4 hours' },
  { hours: 24, label: '1 day' },
  { hours: 24 * 7, label: '1 week' },
  { hours: 24 * limits.silenceDays - 1, label: `${limits.silenceDays} days` },
] as const;

function endAfter(hours: number): BulkValues['until'] {
  const now = Date.now();
  const time = new Date(now + hours * hourMs).toISOString();
  return { time, text: untilWords(time, now) };
}

export const firstValues = (): BulkValues => ({
  seconds: 300,
  tags: [],
  areTagsRemoved: false,
  website: null,
  until: endAfter(muteHours[0].hours),
});

interface FieldsProps {
  action: ChangeAction;
  values: BulkValues;
  websites: readonly Website[];
  onChange: (values: BulkValues) => void;
}

/** The fields of an action, if it has any. */
export function BulkFields({ action, values, websites, onChange }: FieldsProps) {
  const { data: tags = [] } = useQuery({ ...allTags(), enabled: action === 'tags' });
  if (action === 'interval') {
    return <IntervalField seconds={values.seconds} onChange={(seconds) => onChange({ ...values, seconds })} />;
  }
  if (action === 'tags') {
    return (
      <>
        <Segmented
          label="What happens to the tags"
          segments={[
            { id: 'add', label: 'Add' },
            { id: 'remove', label: 'Remove' },
          ]}
          selected={values.areTagsRemoved ? 'remove' : 'add'}
          onSelect={(id) => onChange({ ...values, areTagsRemoved: id === 'remove' })}
        />
        <TagsInput
          label="Tags"
          hint="Such as env:prod; Enter ends one"
          tags={values.tags}
          suggestions={tags.map(({ tag }) => tag)}
          onChange={(changed) => onChange({ ...values, tags: changed })}
        />
      </>
    );
  }
  if (action === 'mute') return <MuteFor onChange={(hours) => onChange({ ...values, until: endAfter(hours) })} />;
  if (action !== 'move') return null;
  return (
    <WebsiteSelect
      websites={websites}
      selected={values.website?.id ?? null}
      onSelect={(website) => onChange({ ...values, website })}
      className="w-full"
    />
  );
}

const MuteFor = ({ onChange }: { onChange: (hours: number) => void }) => (
  <label className="grid gap-1 text-[0.8125rem] font-medium">
    For
    <select className="control w-full font-normal" onChange={({ target }) => onChange(Number(target.value))}>
      {muteHours.map(({ hours, label }) => (
        <option key={hours} value={hours}>
          {label}
        </option>
      ))}
    </select>
  </label>
);

const pressedClass =
  'min-h-7.5 cursor-pointer rounded-[7px] border border-(--border-strong) px-2.5 text-[0.8125rem] font-medium text-(--muted) hover:bg-(--hover) aria-pressed:border-(--accent) aria-pressed:bg-(--accent-subtle) aria-pressed:text-(--accent) pointer-coarse:min-h-11';

const IntervalField = ({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) => (
  <div className="flex flex-wrap items-center gap-1">
    {defaults.intervalPresetSeconds.map((preset) => (
      <button
        key={preset}
        type="button"
        aria-pressed={seconds === preset}
        className={pressedClass}
        onClick={() => onChange(preset)}
      >
        {shortDuration(preset * 1000)}
      </button>
    ))}
    <span className="relative ml-1 grid w-24">
      <input
        type="number"
        inputMode="numeric"
        aria-label="Check interval in seconds"
        min={limits.checkIntervalSeconds.min}
        max={limits.checkIntervalSeconds.max}
        className="control w-full pr-6"
        value={Number.isNaN(seconds) ? '' : seconds}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-(--muted)"
      >
        s
      </span>
    </span>
  </div>
);
