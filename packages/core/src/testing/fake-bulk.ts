import { RequestError } from '../contract/errors.ts';
import { inputMessages } from '../contract/fields/input-messages.ts';
import type { BulkCreateInput, BulkCreateResult, BulkInput, BulkResult, ListedMonitor } from '../contract/monitors.ts';
import { limits } from '../limits.ts';
import { bulkLinesIn, identityOf, type LineInput, parseBulkLines, planLines } from '../rules/bulk-lines.ts';
import { bulkMessages } from '../texts/bulk.ts';
import { addSilence } from './fake-alerting.ts';
import { addHeartbeat } from './fake-heartbeats.ts';
import { allMonitors, matchingMonitors } from './fake-monitor-list.ts';
import { given, refusedField } from './fake-rows.ts';
import { type FakeState, minutesAgo } from './fake-state.ts';
import { addMonitor, addUrl } from './fake-watched.ts';

/** A bulk change. Checks keep the results that they had. */
export function changeMany(state: FakeState, body: BulkInput): BulkResult {
  const all = allMonitors(state);
  const unknown = [...new Set(body.ids)].filter((id) => !all.some((each) => each.id === id));
  const selected = select(state, body, unknown.length);
  const planned = selected.map((monitor) => ({ monitor, change: planOne(state, monitor, body) }));
  const refused = planned.flatMap(({ monitor: { id, name }, change }) =>
    typeof change === 'string' ? [{ id, name, message: change }] : [],
  );
  const changed = planned.filter(({ change }) => typeof change === 'function');
  if (!body.dry_run) for (const { change } of changed) if (typeof change === 'function') change();
  return {
    changed: changed.length,
    unchanged: planned.filter(({ change }) => change === null).length,
    refused: [...unknown.map((id) => ({ id, name: '', message: bulkMessages.unknown(id) })), ...refused],
    websites: new Set(changed.map(({ monitor }) => monitor.website_id)).size,
  };
}

function select(state: FakeState, { ids, filter, expected_count }: BulkInput, unknown: number): ListedMonitor[] {
  const selected =
    filter === undefined ? allMonitors(state).filter(({ id }) => ids?.includes(id)) : matchingMonitors(state, filter);
  const found = selected.length + unknown;
  if (expected_count === undefined || expected_count === found) return selected;
  throw new RequestError('conflict', bulkMessages.count(expected_count, found), { facts: { expected_count, found } });
}

/** What to do with a monitor; null if nothing, a text if it is refused. */
function planOne(
  state: FakeState,
  monitor: ListedMonitor,
  { action, changes }: BulkInput,
): (() => void) | string | null {
  const { id, kind } = monitor;
  const row = [...state.urls, ...state.monitors, ...state.heartbeats].find((each) => each.id === id);
  if (!row) return bulkMessages.unknown(id);
  const silences = state.silences.filter(({ monitor_id }) => monitor_id === id);
  const unmute = () => {
    state.silences = state.silences.filter((each) => !silences.includes(each));
  };
  switch (action) {
    case 'check':
      return kind === 'HEARTBEAT' ? bulkMessages.noChecks : () => undefined;
    case 'delete':
      return () => {
        state.urls = state.urls.filter((each) => each.id !== id);
        state.monitors = state.monitors.filter((each) => each.id !== id);
        state.heartbeats = state.heartbeats.filter((each) => each.id !== id);
      };
    case 'mute': {
      const { until = '', reason = '' } = changes;
      return () => {
        unmute();
        addSilence(state, { website_id: null, monitor_id: id, until, reason });
      };
    }
    case 'unmute':
      return silences.length === 0 ? null : unmute;
    case 'acknowledge':
      return planAcknowledgement(state, id, changes.note);
    default:
      return planFields(row, fieldsOf(row, { action, changes }));
  }
}

function planAcknowledgement(state: FakeState, id: number, note = ''): (() => void) | null {
  const open = state.alerts.filter(
    (alert) =>
      [alert.url_id, alert.network_monitor_id].includes(id) &&
      alert.ended_at === null &&
      alert.acknowledged_at === null &&
      alert.alert_type !== 'RECOVERED',
  );
  const change = {
    acknowledged_at: minutesAgo(0, state.now),
    acknowledged_by: 'admin',
    acknowledge_note: note || null,
  };
  if (open.length === 0) return null;
  return () => {
    for (const alert of open) Object.assign(alert, change);
  };
}

function fieldsOf({ tags }: { tags: string[] }, { action, changes }: Pick<BulkInput, 'action' | 'changes'>): object {
  const wanted = changes.tags ?? [];
  if (action === 'enable' || action === 'disable') return { enabled: action === 'enable' };
  if (action === 'add_tags') return { tags: [...new Set([...tags, ...wanted])] };
  if (action === 'remove_tags') return { tags: tags.filter((tag) => !wanted.includes(tag)) };
  return given(changes);
}

function planFields(row: object, wanted: object): (() => void) | string | null {
  const missing = Object.keys(wanted).find((name) => !(name in row));
  if (missing !== undefined) return bulkMessages.heartbeatLacks(missing.replaceAll('_', ' '));
  if ('tags' in wanted && (wanted.tags as string[]).length > limits.tags.most)
    return `Tags must be at most ${limits.tags.most}`;
  const isSame = Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(Reflect.get(row, name)),
  );
  return isSame ? null : () => Object.assign(row, wanted);
}

/** Creates a monitor for each valid line. */
export function createMany(
  state: FakeState,
  websiteId: number,
  { text, defaults, dry_run }: BulkCreateInput,
): BulkCreateResult {
  if (bulkLinesIn(text).length > limits.bulkLines) throw refusedField('text', inputMessages.bulkLines);
  const inWebsite = <M extends { website_id: number }>(rows: readonly M[]): M[] =>
    rows.filter(({ website_id }) => website_id === websiteId);
  const known = [
    ...inWebsite(state.urls).map(({ label, url }) => ({ kind: 'URL' as const, name: label, target: url, port: null })),
    ...inWebsite(state.monitors).map(({ monitor_type, name, host, port, options }) => ({
      kind: monitor_type,
      name,
      port,
      target: host,
      command: options?.command,
    })),
    ...inWebsite(state.heartbeats).map(({ name }) => ({ kind: 'HEARTBEAT' as const, name, target: '', port: null })),
  ];
  const { listed, inputs } = planLines(
    parseBulkLines(text, defaults, state.commands),
    new Map(known.map((each) => [identityOf(each), each.name ?? each.target])),
  );
  if (!dry_run) for (const input of inputs) addLine(state, websiteId, input);
  return { lines: listed, created: inputs.length };
}

function addLine(state: FakeState, websiteId: number, { family, input }: LineInput): void {
  if (family === 'url') addUrl(state, websiteId, input);
  else if (family === 'network') addMonitor(state, websiteId, input);
  else addHeartbeat(state, websiteId, input);
}
