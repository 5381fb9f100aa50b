import { ApiError } from '@upvigil/core/contract/errors';
import type { UrlMonitor, UrlTestResult } from '@upvigil/core/contract/urls';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { assertionSentence } from '@upvigil/core/texts/assertions';
import { urlMessages } from '@upvigil/core/texts/monitors';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { showRefusedFields } from '../../../components/forms/use-contract-form.ts';
import { type TestOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { PhaseBar } from '../../../components/phases/phase-bar.tsx';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { failureText } from '../../../failures.ts';
import { type UrlForm, withoutHidden } from './url-form.ts';

interface RequestOutcome extends TestOutcome {
  /** Null if the test was refused or the request failed. */
  answer: UrlTestResult | null;
}

interface RequestTestProps {
  form: UrlForm;
  /** The URL with the stored values of masked secrets; null for a new one. */
  url: UrlMonitor | null;
}

/** Sends one request with the form values, and shows the result. */
export function RequestTest({ form, url }: RequestTestProps) {
  const test = useTestAction(form.watch(), () => testRequest(form, url));
  const run = async () => {
    if (await form.trigger(undefined, { shouldFocus: true })) await test.run();
  };
  const answer = test.isRunning ? null : test.result?.answer;
  return (
    <section aria-label="Test of the request" className="grid gap-2 border-t border-(--border) pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button pending={test.isRunning} onClick={() => void run()}>
          Test Request
        </Button>
        <span className="text-xs text-(--muted)">Sends one request, as a check would. Nothing is stored.</span>
      </div>
      <TestResult action={test} />
      {answer ? <Answer answer={answer} /> : null}
    </section>
  );
}

async function testRequest(form: UrlForm, url: UrlMonitor | null): Promise<RequestOutcome> {
  const { testFailed } = urlMessages;
  try {
    const body = { ...withoutHidden(form.getValues()), ...(url ? { url_id: url.id } : {}) };
    const answer = await (await api()).urls.test({ body });
    const { success, message } = answer;
    return success ? { success, message, answer } : { success, message: testFailed, detail: message, answer };
  } catch (error) {
    if (error instanceof ApiError) showRefusedFields(form, error);
    return { success: false, message: testFailed, detail: failureText(error), answer: null };
  }
}

function Answer({ answer: { status_code, response_time, phases, assertions } }: { answer: UrlTestResult }) {
  const facts = [
    ['Status', status_code ?? 'none'],
    ['Response time', formatSeconds(response_time)],
  ] as const;
  return (
    <div className="grid gap-2 rounded-md bg-(--sunken) p-3 text-[0.8125rem]">
      <dl className="flex flex-wrap gap-x-4">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-(--muted)">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {phases ? <PhaseBar phases={phases} /> : null}
      {assertions.length > 0 ? (
        <ul aria-label="Assertions" className="grid gap-1">
          {assertions.map((assertion, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and their order does not change
            <Judged key={at} assertion={assertion} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const Judged = ({ assertion }: { assertion: UrlTestResult['assertions'][number] }) => (
  <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-2 wrap-anywhere">
    <span className={`mt-1 ${assertion.ok ? 'text-(--up-fg)' : 'text-(--down-fg)'}`}>
      <ToneIcon tone={assertion.ok ? 'up' : 'down'} />
    </span>
    <span>
      {assertionSentence(assertion)}
      <span className="text-(--muted)">
        {assertion.ok ? ': passed' : ': failed'}
        {assertion.actual ? `, actual value: ${assertion.actual}` : ''}
      </span>
    </span>
  </li>
);
