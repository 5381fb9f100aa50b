import { defaultRouting, type Route, type RoutingDocument, routeSchema } from '@upvigil/core/contract/routing';
import { routingMessages } from '@upvigil/core/texts/routing';
import { expect, it } from 'vitest';
import { withMovedRoute, withoutPolicy, withoutRoute, withPolicy, withRoute, withSwitches } from './document.ts';

const rule = (name: string): Route => routeSchema.parse({ name, policy_id: 1 });
const [a, b, c] = ['A', 'B', 'C'].map(rule) as [Route, Route, Route];
const document: RoutingDocument = { ...defaultRouting, routes: [a, b, c] };
const names = (changed: ReturnType<typeof withRoute>) =>
  'routes' in changed ? changed.routes.map(({ name }) => name) : changed;

it('a rule is replaced at its current position', () => {
  expect(names(withRoute({ ...document, routes: [c, b, a] }, b, rule('B2')))).toEqual(['C', 'B2', 'A']);
  expect(names(withRoute(document, null, rule('D')))).toEqual(['A', 'B', 'C', 'D']);
});

it('a rule that was changed concurrently is neither replaced nor deleted', () => {
  const changed = { ...document, routes: [a, { ...b, policy_id: null }] };
  expect(withRoute(changed, b, rule('B2'))).toEqual({ problem: routingMessages.goneMeanwhile('rule') });
  expect(withoutRoute(changed, b)).toEqual({ problem: routingMessages.moveLost });
  expect(names(withoutRoute(document, b))).toEqual(['A', 'C']);
});

it('a rule moves up and down, within the list', () => {
  expect(names(withMovedRoute(document, 2, -1))).toEqual(['A', 'C', 'B']);
  expect(names(withMovedRoute(document, 0, 1))).toEqual(['B', 'A', 'C']);
  expect(withMovedRoute(document, 0, -1)).toBe(document);
  expect(withMovedRoute(document, 2, 1)).toBe(document);
});

it('a new policy gets an unused id, and a concurrently changed one is not overwritten', () => {
  const night = { id: 0, name: 'Night', steps: [], remind_minutes: null };
  const added = withPolicy(document, null, night) as RoutingDocument;
  expect(added.policies.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 Default', '2 Night']);
  const [, stored] = added.policies;
  if (!stored) throw new Error('there is none');
  const renamed = { ...added, policies: [...document.policies, { ...stored, name: 'Late' }] };
  expect(withPolicy(renamed, stored, { ...stored, remind_minutes: 60 })).toEqual({
    problem: routingMessages.changedPart('policy'),
  });
  expect(withPolicy(document, stored, stored)).toEqual({ problem: routingMessages.goneMeanwhile('policy') });
});

it('a policy in use is not deleted, and the message names the rules', () => {
  const [first] = document.policies;
  if (!first) throw new Error('there is none');
  expect(withoutPolicy(document, first)).toEqual({
    problem: 'The policy "Default" cannot be deleted: it is used by "A", "B", and "C"',
  });
});

it('the switches of a channel that accepts all alerts are removed', () => {
  const switches = { alert_types: [], min_severity: 'critical' as const, quiet: [] };
  const changed = withSwitches(document, 7, undefined, switches) as RoutingDocument;
  expect(changed.channels).toEqual({ 7: switches });
  expect(withSwitches(changed, 7, switches, { ...switches, min_severity: 'warning' })).toMatchObject({ channels: {} });
  expect(withSwitches(changed, 7, undefined, switches)).toEqual({ problem: routingMessages.changedPart('channel') });
});
