import { expect, test } from 'vitest';
import type { IncidentStatus } from '../contract/incidents.ts';
import { incidentSentences } from '../texts/incidents.ts';
import { fillTemplate } from './fill-template.ts';
import {
  emptyUpdateProblem,
  newestFirst,
  resolvedAt,
  startedAt,
  timeProblem,
  updatesProblem,
} from './incident-updates.ts';

const updates = (...statuses: IncidentStatus[]) =>
  statuses.map((status, place) => ({ id: place + 1, status, display_at: 1000 * (place + 1) }));

test.each<[IncidentStatus[], number | null]>([
  [['investigating'], null],
  [['investigating', 'resolved'], 2000],
  [['investigating', 'resolved', 'postmortem'], 2000],
  [['investigating', 'resolved', 'monitoring'], null],
  [['investigating', 'resolved', 'identified', 'resolved'], 4000],
  [['resolved'], 1000],
])('%j was resolved at %s', (statuses, at) => expect(resolvedAt(updates(...statuses))).toBe(at));

test('the newest time decides, not what was written last', () => {
  const late = { id: 9, status: 'identified' as const, display_at: 500 };
  expect(resolvedAt([...updates('investigating', 'resolved'), late])).toBe(2000);
  expect(newestFirst([...updates('investigating'), { ...late, display_at: 1000 }])[0]?.id).toBe(9);
});

test.each<[IncidentStatus[], string | null]>([
  [[], incidentSentences.onlyUpdate],
  [['postmortem'], incidentSentences.postmortem],
  [['investigating', 'postmortem'], incidentSentences.postmortem],
  [['resolved', 'monitoring', 'postmortem'], incidentSentences.postmortem],
  [['resolved', 'postmortem'], null],
  [['resolved', 'postmortem', 'postmortem'], null],
  [['resolved', 'postmortem', 'investigating'], null],
])('%j together: %s', (statuses, problem) => expect(updatesProblem(updates(...statuses))).toBe(problem));

test('an incident has 200 updates at most', () => {
  const many = (count: number) => updates(...Array.from({ length: count }, () => 'monitoring' as const));
  expect([updatesProblem(many(200)), updatesProblem(many(201))]).toEqual([null, incidentSentences.tooManyUpdates]);
});

test.each<[IncidentStatus, string, number, string | null]>([
  ['identified', ' \n', 3000, incidentSentences.emptyUpdate],
  ['identified', 'A disk is full.', 3000, null],
  ['resolved', '', 3000, null],
  ['identified', '', 1500, null],
  ['investigating', '', 1500, incidentSentences.emptyUpdate],
])('an update with status %s and text %j at %i after investigating and identified: %s', (status, body, at, problem) => {
  expect(emptyUpdateProblem({ status, body, display_at: at }, updates('investigating', 'identified'))).toBe(problem);
});

test('times lie ten years back at most, and never ahead', () => {
  const now = Date.UTC(2026, 10, 24);
  const at = (year: number, extra = 0) => timeProblem(Date.UTC(year, 10, 24) + extra, now);
  expect([at(2026), at(2026, 1)]).toEqual([null, incidentSentences.ahead]);
  expect([at(2016), at(2016, -1)]).toEqual([null, incidentSentences.tooOld]);
});

test('no incident starts after its first update', () => {
  expect(startedAt(5000, updates('investigating', 'resolved'))).toBe(1000);
  expect(startedAt(10, updates('investigating'))).toBe(10);
});

test('a template is filled in once, whatever a website is called', () => {
  const template = { title: '{website}: {services} fail', body: 'Since {started_at} {website} fails. {unknown} $&' };
  const facts = { website: '{services} $&', services: ['a', '{website}'], started_at: 'noon' };
  expect(fillTemplate(template, facts)).toEqual({
    title: '{services} $&: a, {website} fail',
    body: 'Since noon {services} $& fails. {unknown} $&',
  });
});
