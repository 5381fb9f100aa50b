import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { daysLeftWords } from '@upvigil/core/status/expiry';
import { urlStateBadge } from '@upvigil/core/status/url-state';
import { urlMessages } from '@upvigil/core/texts/monitors';
import { RotateCw } from 'lucide-react';
import { useId } from 'react';
import { tryOnServer } from '../../../api/try-on-server.ts';
import { Button } from '../../../components/basics/button.tsx';
import { type TestOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { Badge } from '../../../components/tones/badge.tsx';
import { failureText } from '../../../failures.ts';
import { type UrlForm, withoutHidden } from '../advanced/url-form.ts';

interface Look extends TestOutcome {
  /** Null if the server refused the address. */
  answer: Awaited<ReturnType<typeof tryOnServer>>['attempts'][number] | null;
}

interface UrlFirstLookProps {
  form: UrlForm;
  /** The URL with the stored values of masked secrets; null for a new one. */
  url: UrlMonitor | null;
}

/** Result of a test of the typed address, before anything is saved. */
export function UrlFirstLook({ form, url }: UrlFirstLookProps) {
  const headingId = useId();
  const test = useTestAction(form.watch('url'), () => lookAt(form, url));
  const run = async () => {
    if (await form.trigger('url', { shouldFocus: true })) await test.run();
  };
  const look = test.isRunning || test.isStale ? null : test.result;
  return (
    <section aria-labelledby={headingId} className="mb-5 grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 id={headingId} className="text-[0.8125rem]">
          First look
        </h3>
        <Button
          size="small"
          pending={test.isRunning}
          pendingLabel="Checking..."
          icon={<RotateCw aria-hidden="true" size={14} strokeWidth={1.5} />}
          onClick={() => void run()}
        >
          {test.result ? 'Again' : 'Try'}
        </Button>
      </div>
      <div role="status" className="text-[0.8125rem] wrap-anywhere">
        {look ? <Found look={look} /> : null}
        {look ? (
          <p className="mt-1.5 text-xs text-(--muted)">
            {formatTime(look.finishedAt.getTime(), 'clock')}, from this machine
          </p>
        ) : (
          <p className="text-xs text-(--muted)">Requests the address now. Nothing is stored.</p>
        )}
      </div>
    </section>
  );
}

function Found({ look: { answer, message } }: { look: Look }) {
  if (!answer) return <p className="text-(--down-fg)">{message}</p>;
  const { status_code, response_time, message: reason, page } = answer.result;
  const facts = [
    page?.title,
    page?.certificate?.days_left == null ? null : `Certificate: ${daysLeftWords(page.certificate.days_left)}`,
  ].filter(Boolean);
  return (
    <div className="rounded-lg border border-(--border) bg-(--surface)">
      <p className="flex items-center justify-between gap-2 px-3 py-2">
        <Badge tone={urlStateBadge(status_code).tone}>{status_code ?? 'ERROR'}</Badge>
        {response_time === null ? null : (
          <strong className="font-semibold">
            <Elapsed seconds={response_time} />
          </strong>
        )}
      </p>
      <ul className="grid gap-0.5 border-t border-(--border) px-3 py-2 text-xs text-(--muted)">
        {status_code === null ? <li>{reason}</li> : <li>{new URL(answer.url).protocol.slice(0, -1)} answered</li>}
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}

async function lookAt(form: UrlForm, url: UrlMonitor | null): Promise<Look> {
  const { request, ip_family } = withoutHidden(form.getValues());
  try {
    const trial = await tryOnServer(form.getValues('url'), { request, ip_family, ...(url ? { url_id: url.id } : {}) });
    const answer = trial.attempts.at(-1) ?? null;
    return { success: answer?.result.success === true, message: answer?.result.message ?? '', answer };
  } catch (error) {
    return { success: false, message: `${urlMessages.testFailed}: ${failureText(error)}`, answer: null };
  }
}
