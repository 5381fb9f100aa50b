import { useQuery } from '@tanstack/react-query';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { TextArea } from '../../../components/forms/inputs.tsx';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';
import { useThrottledValue } from '../../../components/states/use-throttled-value.ts';

/** Delay of the preview after the last change. */
const previewWaitMs = () => 700;

/** Text of an update, with a preview on request. */
export const bodyField = <Values extends FieldValues & { body?: string | undefined }>(form: ContractForm<Values>) => (
  <BodyField contractForm={form as unknown as ContractForm<{ body?: string }>} />
);

function BodyField({ contractForm: { form, field } }: { contractForm: ContractForm<{ body?: string }> }) {
  const [isShown, setIsShown] = useState(false);
  const previewId = useId();
  return (
    <div className="grid gap-2">
      <TextArea label="Text" isOptional rows={6} hint={incidentMessages.bodyHint} {...field('body')} />
      <div>
        <Button
          size="small"
          aria-expanded={isShown}
          aria-controls={isShown ? previewId : undefined}
          onClick={() => setIsShown(!isShown)}
        >
          Preview
        </Button>
      </div>
      {isShown ? (
        <div id={previewId}>
          <Preview body={form.watch('body') ?? ''} />
        </div>
      ) : null}
    </div>
  );
}

/** The rendered text in a sandboxed frame without scripts; its links do not open. */
function Preview({ body }: { body: string }) {
  const calm = useThrottledValue(body, previewWaitMs).trim();
  const { data, error } = useQuery({
    queryKey: ['incident-preview', calm],
    queryFn: async ({ signal }) => (await api()).incidents.preview({ body: { body: calm }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (last) => last,
    enabled: calm !== '',
  });
  if (calm === '') return <p className="text-(--muted)">{incidentMessages.nothingToPreview}</p>;
  if (error) return <p className="text-(--down-fg)">{incidentMessages.previewFailed}</p>;
  // A sandboxed frame cannot report its height, so the frame is as high as the text may need, in a scrollable
  // container.
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable container must be focusable by keyboard
      tabIndex={0}
      className="max-h-60 overflow-auto rounded-lg border border-(--border-strong)"
    >
      <iframe
        title="Preview of the text"
        sandbox=""
        tabIndex={-1}
        srcDoc={data ? documentOf(data.html) : ''}
        className="w-full"
        style={{ height: heightFor(calm) }}
      />
    </section>
  );
}

/** Estimated height in px of the text on the narrowest screen. */
function heightFor(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 32), 0);
  return 48 + lines * 24;
}

/** Sets the colours of the theme, because a frame does not inherit them. */
function documentOf(html: string): string {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>',
    `:root{color-scheme:${colorScheme === 'dark' ? 'dark' : 'light'}}`,
    'body{margin:12px;font:14px/20px system-ui,sans-serif;overflow-wrap:anywhere}',
    'pre{overflow-x:auto}blockquote{margin:0;padding-left:1rem;border-left:3px solid GrayText}',
    `</style></head><body><main>${html}</main></body></html>`,
  ].join('');
}
