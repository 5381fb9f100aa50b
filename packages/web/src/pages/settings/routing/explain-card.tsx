import { type AlertType, alertTypes } from '@upvigil/core/contract/names/alerts';
import type { ExplainedChannel, Explanation } from '@upvigil/core/contract/routing';
import type { Tone } from '@upvigil/core/status/tone';
import { routingMessages } from '@upvigil/core/texts/routing';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MonitorSelect, useMonitorChoice } from '../../../alerting/targets/monitor-select.tsx';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { failureText } from '../../../failures.ts';

/** Recoveries are excluded: they go to the channels that were notified of the problem. */
const types = alertTypes.filter((type) => type !== 'RECOVERED');

/** Shows the channels for an alert by the saved rules. */
export function ExplainCard() {
  const { websiteId, monitorId, choose } = useMonitorChoice();
  const [type, setType] = useState<AlertType>('DOWN');
  const [at, setAt] = useState('');
  const { answer, failure, isAsking, ask } = useExplanation();
  const card = useScrollIfAsked();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (monitorId === null || isAsking) return;
    void ask({ monitor_id: monitorId, alert_type: type, ...(at === '' ? {} : { at: new Date(at).toISOString() }) });
  };
  return (
    <form ref={card} className="card grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={submit}>
      <h2>Who would be notified?</h2>
      <MonitorSelect websiteId={websiteId} monitorId={monitorId} none="Choose a monitor" onChange={choose} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Alert type">
          {(attributes) => (
            <select
              className="control w-full"
              {...attributes}
              value={type}
              onChange={({ target }) => setType(target.value as AlertType)}
            >
              {types.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="At" isOptional hint="In your time zone. Empty means now">
          {(attributes) => (
            <input
              type="datetime-local"
              className="control w-full"
              {...attributes}
              value={at}
              onChange={({ target }) => setAt(target.value)}
            />
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" pending={isAsking} disabled={monitorId === null}>
          Explain
        </Button>
      </div>
      <div role="status" className="grid gap-2">
        {failure === null ? null : (
          <p className="wrap-anywhere text-(--down-fg)">
            {routingMessages.explainFailed}: {failure}
          </p>
        )}
        {answer ? <Answer answer={answer} /> : null}
      </div>
    </form>
  );
}

/** Scrolls to the form and focuses its first field, if the address has `?explain`. */
function useScrollIfAsked() {
  const card = useRef<HTMLFormElement>(null);
  const isAsked = useSearchParams()[0].has('explain');
  useEffect(() => {
    if (!isAsked) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.querySelector('select')?.focus({ preventScroll: true });
  }, [isAsked]);
  return card;
}

interface Asked {
  monitor_id: number;
  alert_type: AlertType;
  at?: string;
}

function useExplanation() {
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async (body: Asked) => {
    setAsking(true);
    setFailure(null);
    try {
      setAnswer(await (await api()).routing.explain({ body }));
    } catch (error) {
      setAnswer(null);
      setFailure(failureText(error));
    }
    setAsking(false);
  };
  return { answer, failure, isAsking, ask };
}

const tones: Record<ExplainedChannel['told'], Tone> = { now: 'up', later: 'warn', never: 'none' };

function Answer({ answer: { route, policy, channels } }: { answer: Explanation }) {
  const by = route === null ? routingMessages.noRule : `Rule "${route}" applies`;
  return (
    <>
      <p className="font-medium">
        {by}: {policy === null ? routingMessages.nobody : `policy "${policy}"`}
      </p>
      <ul>
        {channels.map(({ ref, name, step, told, at, reason }) => (
          <li
            key={`${step} ${ref}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-(--border) py-2 last:border-0"
          >
            <Badge tone={tones[told]}>{told}</Badge>
            <span className="font-medium">{name}</span>
            <span className="min-w-0 wrap-anywhere text-(--muted)">
              Step {step + 1}
              {told === 'later' && at ? (
                <>
                  , <Time value={at} />
                </>
              ) : null}
              {reason === null ? '' : `: ${reason}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
