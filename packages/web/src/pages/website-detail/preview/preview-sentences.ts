import type { Severity } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { formatDuration } from '@upvigil/core/format/duration';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { limits } from '@upvigil/core/limits';

/** Current form values. During typing, a number may be missing or out of range. */
export interface Plan {
  enabled?: boolean | undefined;
  check_interval?: number | undefined;
  timeout?: number | undefined;
  response_time_threshold?: number | undefined;
  failure_threshold?: number | undefined;
  metadata_tag?: string | null | undefined;
  metadata_value?: string | null | undefined;
  expected_response?: string | null | undefined;
  /** In percent. */
  packet_loss_threshold?: number | undefined;
  severity?: Severity | null | undefined;
}

/** Channels of the policy Default, and whether a routing rule may override it. */
export interface Recipients {
  by: readonly string[];
  hasRules: boolean;
}

/** A sentence and its subject. */
export interface PreviewSentence {
  about: 'interval' | 'down' | 'slow' | 'content' | 'recipients';
  sentence: string;
}

/** Effect of the settings in chronological order. Invalid numbers are omitted. */
export function previewSentences(plan: Plan, recipients: Recipients | null): PreviewSentence[] {
  if (!plan.enabled) return [{ about: 'interval', sentence: 'Nothing is checked until it is enabled.' }];
  const sentences: [PreviewSentence['about'], string | null][] = [
    ['interval', intervalSentence(plan)],
    ['down', failureOf(plan)],
    ['slow', slownessOf(plan)],
    ['content', contentOf(plan)],
    ['recipients', recipients && recipientsSentence(recipients)],
  ];
  return sentences.flatMap(([about, sentence]) => (sentence === null ? [] : { about, sentence }));
}

const daySeconds = 86_400;

function intervalSentence({ check_interval: seconds }: Plan): string | null {
  if (!isWithin(seconds, limits.checkIntervalSeconds)) return null;
  const times = Math.floor(daySeconds / seconds);
  const often = times === 1 ? 'once a day' : `${times.toLocaleString('en')} times a day`;
  return `Checked every ${formatDuration(seconds).replace(/^1 (?=\w+$)/, '')}, ${often}.`;
}

function failureOf({ check_interval, failure_threshold: checks }: Plan): string | null {
  if (!isWithin(checks, limits.failureThreshold)) return null;
  if (checks === 1) return 'Down at the first failed check.';
  if (!isWithin(check_interval, limits.checkIntervalSeconds)) return `Down after ${checks} failed checks in a row.`;
  const pause = Math.min(check_interval, defaults.confirmationSeconds);
  return `Down after ${checks} failed checks in a row, ${pause} s apart.`;
}

function slownessOf({ response_time_threshold: slow, timeout }: Plan): string | null {
  const isSlowKnown = isWithin(slow, limits.responseTimeThresholdSeconds);
  const isTimeoutKnown = isWithin(timeout, limits.urlTimeoutSeconds);
  const failed = isTimeoutKnown ? `failed without a response within ${timeout} s` : null;
  if (!isSlowKnown) return failed && `F${failed.slice(1)}.`;
  if (isTimeoutKnown && slow >= timeout) return `F${failed?.slice(1)}, so never slow.`;
  return `Slow above ${formatSeconds(slow)}${failed ? `, ${failed}` : ''}.`;
}

function contentOf(plan: Plan): string | null {
  const { metadata_tag: tag, metadata_value: value, expected_response: response, packet_loss_threshold: loss } = plan;
  if (tag?.trim())
    return value?.trim() ? `Its ${tag.trim()} must be '${value.trim()}'.` : `It must have ${tag.trim()}.`;
  if (response) return `The service must send '${response}' first.`;
  if (!isWithin(loss, limits.packetLossThresholdPercent)) return null;
  return loss === 100 ? null : `Also fails if more than ${loss} % of its packets are lost.`;
}

function recipientsSentence({ by, hasRules }: Recipients): string {
  const unless = hasRules ? ', unless a routing rule overrides this' : '';
  if (by.length === 0) return `Nobody is notified${unless}: its alerts only appear in the list.`;
  return `You are notified by ${new Intl.ListFormat('en').format(by)}${unless}.`;
}

/** '2 failed checks before an alert'; empty for an invalid number. */
export function failuresBeforeAlert(checks: number | undefined): string {
  if (!isWithin(checks, limits.failureThreshold)) return '';
  return `${checks} failed ${checks === 1 ? 'check' : 'checks'} before an alert`;
}

const isWithin = (value: number | undefined, { min, max }: { min: number; max: number }): value is number =>
  typeof value === 'number' && value >= min && value <= max;
