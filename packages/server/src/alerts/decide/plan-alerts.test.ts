import { describe, expect, it } from 'vitest';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { RecordedCheck } from '../../checks/record/recording/recorded-check.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { finishedCheck, testNow } from '../../testing/rows.ts';
import { type AlertPlan, type OpenedProblem, planAlerts } from './plan-alerts.ts';

const page: MonitorRow = {
  id: 4,
  website_id: 1,
  kind: 'URL',
  name: null,
  target: 'https://shop.example.com/',
  port: null,
  description: null,
  metadata_tag: 'og:title',
  metadata_value: null,
  expected_response: null,
  packet_loss_threshold: null,
  check_mode: 'http',
  timeout_seconds: 10,
  check_interval_seconds: 60,
  response_time_threshold_seconds: 5,
  failure_threshold: 2,
  severity: null,
  enabled: 1,
  created_at: testNow,
  revision: 1,
  is_up: 1,
  last_check_id: null,
  last_check_time: null,
  recent_checks: null,
  last_fault: null,
  next_due_at: null,
  lease_owner: null,
  options: null,
  secrets: null,
  outage_streak: 0,
  slow_streak: 0,
  metadata_streak: 0,
  outage_began_at: null,
  outage_alert_id: null,
  slow_alert_id: null,
  metadata_alert_id: null,
  parent_id: null,
  tags: '',
  recovery_threshold: 1,
};

let checkId = 0;
const recorded = (monitor: MonitorRow, given: Partial<FinishedCheck> = {}): RecordedCheck => {
  checkId += 1;
  return { check_id: checkId, check: finishedCheck(monitor, given), monitor, website_name: 'Shop' };
};
const down = { is_up: false, status_code: 503, response_time_us: null, error_message: 'HTTP 503' };
const slow = { is_slow: true, response_time_us: 6_120_000 };
const untagged = { metadata_found: false };

const opened = ({ opened: problems }: AlertPlan) => problems.map(({ problem, alert_type }) => [problem, alert_type]);
const noIds: ReadonlyMap<OpenedProblem, number> = new Map();

describe('a problem', () => {
  it('is opened by the check that completes its streak, with sentence and cause', () => {
    const [first, second] = [recorded(page, down), recorded(page, down)];
    expect(planAlerts([first]).opened).toEqual([]);
    const plan = planAlerts([first, second]);
    expect(plan.ended).toEqual([]);
    expect(plan.opened).toEqual([
      {
        recorded: second,
        problem: 'outage',
        alert_type: 'DOWN',
        message: 'Shop: https://shop.example.com/ is down: HTTP 503',
        cause: 'HTTP 503',
        public_message: null,
      },
    ]);
  });

  it('continues the stored streak, and is opened once', () => {
    const before = { ...page, outage_streak: 1 };
    expect(opened(planAlerts([recorded(before, down), recorded(before, down)]))).toEqual([['outage', 'DOWN']]);
    const known = { ...page, outage_streak: 2, outage_alert_id: 70 };
    expect(opened(planAlerts([recorded(known, down)]))).toEqual([]);
  });

  it('is opened in addition to another', () => {
    const plan = planAlerts([recorded(page, { ...slow, ...untagged }), recorded(page, { ...slow, ...untagged })]);
    expect(opened(plan)).toEqual([
      ['slow', 'SLOW'],
      ['metadata', 'METADATA_MISSING'],
    ]);
  });

  it('is ERROR when a page did not respond', () => {
    const silent = { ...down, status_code: null };
    expect(opened(planAlerts([recorded({ ...page, failure_threshold: 1 }, silent)]))).toEqual([['outage', 'ERROR']]);
  });

  it('of one monitor does not affect another', () => {
    const other = { ...page, id: 5 };
    const plan = planAlerts([recorded(page, down), recorded(other, down), recorded(page)]);
    expect(plan.opened).toEqual([]);
    expect(plan.states(noIds)).toMatchObject(
      new Map([
        [4, { outage_streak: 0 }],
        [5, { outage_streak: 1 }],
      ]),
    );
  });
});

describe('one good check', () => {
  it('ends what was open, and names the alert that is stored', () => {
    const troubled = { ...page, outage_streak: 3, outage_alert_id: 70 };
    const good = recorded(troubled);
    const plan = planAlerts([good, recorded(troubled)]);
    expect(plan.opened).toEqual([]);
    expect(plan.ended).toEqual([{ recorded: good, problem: 'outage', ends: 70 }]);
    expect(plan.states(noIds).get(4)).toMatchObject({ outage_streak: 0, outage_alert_id: null });
  });

  it('ends each problem by its own alert', () => {
    const troubled = { ...page, slow_streak: 2, slow_alert_id: 71, metadata_streak: 2, metadata_alert_id: 72 };
    const { ended } = planAlerts([recorded(troubled, untagged)]);
    expect(ended.map(({ problem, ends }) => [problem, ends])).toEqual([['slow', 71]]);
  });

  it('ends what was opened earlier in the same batch', () => {
    const batch = [recorded(page, down), recorded(page, down), recorded(page)];
    const plan = planAlerts(batch);
    expect(plan.ended).toEqual([{ recorded: batch[2], problem: 'outage', ends: plan.opened[0] }]);
  });

  it('ends nothing while the recovery needs more of them, also over several batches', () => {
    const troubled = { ...page, recovery_threshold: 3, outage_streak: 3, outage_alert_id: 70 };
    const first = planAlerts([recorded(troubled), recorded(troubled)]);
    const after = { ...troubled, ...first.states(noIds).get(4) };
    expect(first.ended).toEqual([]);
    expect(after).toMatchObject({ outage_streak: -2, outage_alert_id: 70 });
    const { ended, streakStarts } = planAlerts([recorded(after)]);
    expect(ended.map(({ ends }) => ends)).toEqual([70]);
    expect([...streakStarts.values()]).toEqual([{ checksBefore: 2 }]);
  });

  it('lets the same problem be opened again', () => {
    const once = { ...page, failure_threshold: 1 };
    const plan = planAlerts([recorded(once, down), recorded(once), recorded(once, down)]);
    expect(plan.opened).toHaveLength(2);
    expect(plan.ended.map(({ ends }) => ends)).toEqual([plan.opened[0]]);
    const [first, second] = plan.opened;
    if (!first || !second) throw new Error('two were opened');
    const ids = new Map([
      [first, 80],
      [second, 81],
    ]);
    expect(plan.states(ids).get(4)).toMatchObject({ outage_alert_id: 81 });
  });
});

describe('the state after a batch', () => {
  it('has the ids of new problems, and keeps those of open ones', () => {
    const slowFor = { ...page, slow_streak: 2, slow_alert_id: 71 };
    const plan = planAlerts([recorded(slowFor, down), recorded(slowFor, down)]);
    const [outage] = plan.opened;
    expect(plan.states(outage ? new Map([[outage, 80]]) : noIds).get(4)).toEqual({
      outage_streak: 2,
      slow_streak: 2,
      metadata_streak: 0,
      outage_alert_id: 80,
      slow_alert_id: 71,
      metadata_alert_id: null,
    });
  });

  it('has no alert for a new problem whose alert was not stored', () => {
    const plan = planAlerts([recorded({ ...page, failure_threshold: 1 }, down)]);
    expect(plan.states(noIds).get(4)).toMatchObject({ outage_streak: 1, outage_alert_id: null });
  });

  it('has an entry for each monitor, up or down', () => {
    expect([
      ...planAlerts([recorded(page), recorded({ ...page, id: 5 }, slow)])
        .states(noIds)
        .keys(),
    ]).toEqual([4, 5]);
  });

  it('treats a streak above the threshold without an alert as unconfirmed, as after an edit of the threshold', () => {
    const edited = { ...page, outage_streak: 5 };
    expect(
      planAlerts([recorded(edited)])
        .states(noIds)
        .get(4),
    ).toMatchObject({ outage_streak: 0 });
    expect(
      planAlerts([recorded(edited, down)])
        .states(noIds)
        .get(4),
    ).toMatchObject({ outage_streak: 2 });
  });
});
