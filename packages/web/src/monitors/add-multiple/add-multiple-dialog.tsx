import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Segmented } from '../../components/basics/segmented.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { useFormClosing } from '../../components/dialogs/use-form-closing.ts';
import { DialogActions } from '../../components/forms/form-frame.tsx';
import { TagsInput } from '../../components/forms/tags-input.tsx';
import { useSettled } from '../../components/states/use-settled.ts';
import { failureText } from '../../failures.ts';
import { allTags } from '../tags-query.ts';
import { WebsiteSelect } from '../website-select.tsx';
import { countLines, filledLines, invalidText, previewSentence, reasonBlocked, withRepair } from './pasted-lines.ts';
import { PreviewTable } from './preview-table.tsx';

interface AddMultipleDialogProps {
  /** Preselected website; null: the first one. */
  websiteId: number | null;
  onClose: () => void;
}

/** While the user types, in ms. */
const pauseMs = 300;

interface Values {
  text: string;
  seconds: number;
  threshold: number;
  tags: readonly string[];
}

const first: Values = {
  text: '',
  seconds: defaults.url.check_interval,
  threshold: defaults.url.response_time_threshold,
  tags: [],
};

const bodyOf = ({ text, seconds, threshold, tags }: Values) => ({
  text,
  defaults: { check_interval: seconds, response_time_threshold: threshold, tags: [...tags] },
});

/** Adds many monitors from a pasted list, with a preview of each line. */
export function AddMultipleDialog({ websiteId, onClose }: AddMultipleDialogProps) {
  const { data: websites = [] } = useQuery(queries.websites());
  const [chosen, setChosen] = useState(websiteId);
  const website = chosen ?? websites[0]?.id ?? null;
  const [values, setValues] = useState(first);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { notify } = useDialogs();
  const queryClient = useQueryClient();
  const close = useFormClosing(values.text.trim() !== '', onClose);
  const preview = usePreview(website, values);
  const lines = values.text.trim() === '' ? [] : preview.data;
  const blocked = reasonBlocked(values.text, preview.isCurrent ? lines : undefined);
  const change = (changed: Partial<Values>) => setValues((old) => ({ ...old, ...changed }));
  const field = useRef<HTMLTextAreaElement>(null);
  /** Sets the text by a button, which then is disabled or gone. */
  const replaceText = (text: string) => {
    change({ text });
    field.current?.focus();
  };
  const create = async () => {
    if (website === null) return;
    setIsSaving(true);
    setFailure(null);
    try {
      const body = { ...bodyOf(values), dry_run: false };
      const result = await (await api()).monitors.bulkCreate({ params: { websiteId: website }, body });
      notify(`Created ${result.created}`);
      const groups = ['all-monitors', 'websites', 'website', 'urls', 'monitors'];
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [group] }) => groups.includes(String(group)) });
      const rest = invalidText(values.text, result.lines);
      if (rest === '') onClose();
      else replaceText(rest);
    } catch (error) {
      setFailure(failureText(error));
    }
    setIsSaving(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving && blocked === undefined) void create();
  };
  const count = lines ? countLines(lines, 'new') : 0;
  return (
    <ModalDialog
      title="Add Multiple"
      beside={
        <span className="flex min-w-0 items-center gap-3 text-(--muted)">
          to
          <WebsiteSelect
            websites={websites}
            selected={website}
            onSelect={(selected) => setChosen(selected?.id ?? null)}
            className="min-w-0 font-medium text-(--text)"
          />
        </span>
      }
      size="wide"
      onClose={close}
    >
      <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
            <LinesField
              ref={field}
              text={values.text}
              invalid={invalidLines(lines)}
              isReadOnly={isSaving}
              onChange={(text) => change({ text })}
            />
            <Settings values={values} onChange={change} />
          </div>
          <PreviewTable
            lines={lines ?? []}
            failure={preview.error ? failureText(preview.error) : null}
            onRepair={(line) => replaceText(withRepair(values.text, line))}
          />
        </div>
        {failure ? (
          <p role="alert" className="text-(--down-fg)">
            {failure}
          </p>
        ) : null}
        <DialogActions
          isSaving={isSaving}
          onCancel={close}
          verb={count > 0 ? `Create ${count} monitor${count === 1 ? '' : 's'}` : 'Create monitors'}
          pendingVerb="Creating..."
          reasonBlocked={blocked}
        >
          <p role="status" className="mr-auto text-[0.8125rem] text-(--muted)">
            {lines && lines.length > 0 ? previewSentence(lines) : ''}
          </p>
        </DialogActions>
      </form>
    </ModalDialog>
  );
}

/** The lines of the last dry run. While a later one is awaited, they are not current. */
function usePreview(website: number | null, values: Values) {
  const wanted = JSON.stringify(bodyOf(values));
  const asked = useSettled(wanted, pauseMs);
  const { text } = JSON.parse(asked) as Pick<Values, 'text'>;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['bulk-preview', 'lines', website, asked],
    queryFn: async ({ signal }) => {
      const body = { ...JSON.parse(asked), dry_run: true };
      const { lines } = await (await api()).monitors.bulkCreate({ params: { websiteId: website ?? 0 }, body, signal });
      return lines;
    },
    enabled: website !== null && text.trim() !== '' && filledLines(text) <= limits.bulkLines,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { data, error, isCurrent: asked === wanted && !isPlaceholderData };
}

const invalidLines = (lines: readonly { line: number; status: string }[] = []): ReadonlySet<number> =>
  new Set(lines.filter(({ status }) => status === 'invalid').map(({ line }) => line));

interface LinesFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  text: string;
  invalid: ReadonlySet<number>;
  /** While it is saved: afterwards only its invalid lines stay. */
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/** Text field with line numbers, which scroll with it. */
function LinesField({ ref: field, text, invalid, isReadOnly, onChange }: LinesFieldProps) {
  const id = useId();
  const numbers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = field.current;
    const follow = () => numbers.current?.scrollTo({ top: area?.scrollTop ?? 0 });
    area?.addEventListener('scroll', follow);
    return () => area?.removeEventListener('scroll', follow);
  }, [field]);
  const count = Math.max(1, text.split('\n').length);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          One address a line
        </label>
        <span className="text-xs text-(--muted)">
          {filledLines(text)} of {limits.bulkLines} lines
        </span>
      </div>
      <div className="flex h-72 overflow-hidden rounded-lg border border-(--control)">
        <div
          ref={numbers}
          aria-hidden="true"
          className="w-10 shrink-0 overflow-hidden bg-(--sunken) py-2 pr-2 text-right text-xs leading-5 text-(--muted)"
        >
          {Array.from({ length: count }, (_, at) => (
            <div key={String(at)} className={`h-5 ${invalid.has(at + 1) ? 'font-medium text-(--down-fg)' : ''}`}>
              {invalid.has(at + 1) ? '× ' : ''}
              {at + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={field}
          id={id}
          aria-describedby={`${id}-note`}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          data-initial-focus
          className="min-w-0 flex-1 resize-none bg-transparent px-2.5 py-2 text-[0.8125rem] leading-5 focus-visible:-outline-offset-2"
          placeholder={
            'https://shop.example.org/ Shop #env:prod\ndb.example.org:5432 Orders #tier:1\nping 10.0.0.1 Router\nheartbeat 1d Backup'
          }
          value={text}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <p id={`${id}-note`} className="text-xs text-(--muted)">
        Then, optional, a name and #tags. A target is https://…, host:port, or a keyword such as ping, dns, tls or
        heartbeat before it.
      </p>
    </div>
  );
}

interface SettingsProps {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
}

function Settings({ values: { seconds, threshold, tags }, onChange }: SettingsProps) {
  const { data = [] } = useQuery(allTags());
  const { min, max, step } = limits.responseTimeThresholdSeconds;
  return (
    <>
      <div className="flex flex-wrap items-start gap-4">
        <div className="grid gap-1">
          <span className="font-medium">Check interval</span>
          <Segmented
            label="Check interval"
            segments={defaults.intervalPresetSeconds.map((preset) => ({
              id: String(preset),
              label: shortDuration(preset * 1000),
            }))}
            selected={String(seconds)}
            onSelect={(id) => onChange({ seconds: Number(id) })}
          />
        </div>
        <label className="grid gap-1 font-medium">
          Slow threshold (s)
          <input
            type="number"
            min={min}
            max={max}
            step={step}
            className="control w-24 font-normal"
            value={threshold}
            onChange={({ target }) => onChange({ threshold: target.valueAsNumber || min })}
          />
        </label>
      </div>
      <TagsInput
        label="Tags for all"
        isOptional
        tags={tags}
        suggestions={data.map(({ tag }) => tag)}
        onChange={(changed) => onChange({ tags: changed })}
      />
    </>
  );
}
