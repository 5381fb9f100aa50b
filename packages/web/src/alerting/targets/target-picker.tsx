import { limits } from '@upvigil/core/limits';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../components/basics/button.tsx';
import type { ContractForm } from '../../components/forms/use-contract-form.ts';
import { MonitorSelect, useMonitorChoice } from './monitor-select.tsx';
import { type Targets, useTargetNames } from './use-target-names.ts';

interface TargetWords {
  legend: string;
  /** Placeholder, also used as the label of the Add button. */
  none: string;
  add: string;
}

/** Form field that stores the selected targets as `website_ids` and `monitor_ids`. */
export const targetsField =
  (words: TargetWords) =>
  <Values extends FieldValues & { [Name in keyof Targets]?: number[] | undefined }>(
    contractForm: ContractForm<Values>,
  ) => <TargetPicker {...words} contractForm={contractForm as unknown as ContractForm<Targets>} />;

function TargetPicker({ legend, none, add, contractForm }: TargetWords & { contractForm: ContractForm<Targets> }) {
  const { form, errorOf } = contractForm;
  const [website_ids = [], monitor_ids = []] = form.watch(['website_ids', 'monitor_ids']);
  const error = errorOf('website_ids') ?? errorOf('monitor_ids');
  const onChange = (targets: Targets) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('monitor_ids', targets.monitor_ids, options);
    form.setValue('website_ids', targets.website_ids, options);
  };
  const { websiteId, monitorId, choose } = useMonitorChoice();
  const names = useTargetNames([{ website_ids, monitor_ids }], limits.routeTargets);
  const noteId = useId();
  const adding = useRef<HTMLButtonElement>(null);
  const addChosen = () => {
    if (monitorId !== null) onChange({ website_ids, monitor_ids: [...new Set([...monitor_ids, monitorId])] });
    else if (websiteId !== null) onChange({ website_ids: [...new Set([...website_ids, websiteId])], monitor_ids });
    choose(null, null);
  };
  const remove = (changed: Targets) => {
    onChange(changed);
    adding.current?.focus();
  };
  const chosen = [
    ...website_ids.map((id) => ({
      key: `website ${id}`,
      name: names.website(id),
      rest: { monitor_ids, website_ids: website_ids.filter((each) => each !== id) },
    })),
    ...monitor_ids.map((id) => ({
      key: `monitor ${id}`,
      name: names.monitor(id),
      rest: { website_ids, monitor_ids: monitor_ids.filter((each) => each !== id) },
    })),
  ];
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby={error ? noteId : undefined}>
      <legend className="mb-1 font-medium">{legend}</legend>
      {error ? (
        <p id={noteId} className="text-xs text-(--down-fg)">
          {error}
        </p>
      ) : null}
      {chosen.length === 0 && !error ? <p className="text-xs text-(--muted)">{none}</p> : null}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map(({ key, name, rest }) => (
          <Target key={key} name={name} onRemove={() => remove(rest)} />
        ))}
      </ul>
      <MonitorSelect websiteId={websiteId} monitorId={monitorId} none="Whole website" onChange={choose} />
      <div>
        <Button
          ref={adding}
          size="small"
          icon={<Plus aria-hidden="true" size={14} />}
          aria-disabled={websiteId === null || undefined}
          onClick={addChosen}
        >
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

const Target = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <li className="flex min-w-0 items-center gap-1 rounded-lg bg-(--none-bg) pl-2.5 text-[0.8125rem]">
    <span className="min-w-0 wrap-anywhere">{name}</span>
    <button
      type="button"
      aria-label={`Remove ${name}`}
      className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--text) pointer-coarse:size-11"
      onClick={onRemove}
    >
      <X aria-hidden="true" className="size-4" strokeWidth={1.5} />
    </button>
  </li>
);
