import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { makeMonitor } from '../../testing/rows.ts';
import { type HttpTarget, startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { readExposition, type ScrapedSample } from './testing/exposition.ts';
import { missingFrom } from './testing/promql.ts';

const folder = fileURLToPath(new URL('../../../../../examples/prometheus/', import.meta.url));
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

const duration = z.string().regex(/^(\d+(ms|s|m|h|d|w|y))+$/);
/** The fields that Prometheus' documentation of alerting rules allows; it refuses others. */
const ruleSchema = z.strictObject({
  alert: z.string().regex(/^\w+$/),
  expr: z.string(),
  for: duration.optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
});
const rulesSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(ruleSchema).min(1) })).min(1),
});
const scrapeSchema = z.strictObject({
  scrape_configs: z.array(
    z.strictObject({
      job_name: z.literal('upvigil'),
      authorization: z.strictObject({ credentials: z.string() }),
      static_configs: z.array(z.strictObject({ targets: z.array(z.string()) })),
    }),
  ),
  rule_files: z.array(z.string()),
});
const dashboardSchema = z.looseObject({
  title: z.string(),
  schemaVersion: z.int(),
  panels: z.array(
    z.looseObject({
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), definition: z.string().optional() })) }),
});

const rules = rulesSchema.parse(parse(read('alerts.yml'))).groups.flatMap((group) => group.rules);
const dashboard = dashboardSchema.parse(JSON.parse(read('grafana-dashboard.json')));
/** Labels named in template braces: {{website}} in Grafana, {{ $labels.website }} in Prometheus. */
const labelsNamed = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)/g)].flatMap(([, label]) => label ?? []);
/** A Grafana query to Prometheus with its variables filled in. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '1m').replaceAll('$website', '.*');

describe('the examples for Prometheus and Grafana', () => {
  let test: TestApp;
  let scrape: ScrapedSample[];
  let target: HttpTarget;
  beforeAll(async () => {
    test = await startTestApp();
    target = await startHttpTarget((_request, response) => response.end('up'));
    // The second cannot be checked, because there is no browser.
    await makeMonitor(test.db, { target: target.url, next_due_at: 0 });
    await makeMonitor(test.db, { target: target.url, check_mode: 'browser', next_due_at: 0 });
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
    await test.composition.start();
    await test.request('POST', '/backup/create');
    await vi.waitFor(
      async () => {
        scrape = readExposition(await (await fetch(`${address}/metrics`)).text());
        const names = new Set(scrape.map(({ name }) => name));
        expect([...names]).toEqual(expect.arrayContaining(['upvigil_monitor_up', 'upvigil_website_uptime_ratio']));
        expect([...names]).toEqual(
          expect.arrayContaining(['upvigil_probe_faults_total', 'upvigil_backup_age_seconds']),
        );
      },
      { timeout: 15_000, interval: 100 },
    );
  });
  afterAll(async () => {
    await test.close();
    await target.close();
  });

  it.each(rules)('the rule $alert uses metrics of a scrape', ({ expr, annotations }) => {
    expect(missingFrom(scrape, expr)).toEqual([]);
    for (const label of labelsNamed(`${annotations.summary} ${annotations.description}`))
      if (label !== 'value') expect(`${expr} instance`).toMatch(new RegExp(`\\b${label}\\b`));
  });

  it.each(dashboard.panels)('the panel $title uses metrics of a scrape', ({ targets }) => {
    for (const { expr, legendFormat } of targets) {
      expect(missingFrom(scrape, filledIn(expr))).toEqual([]);
      for (const label of labelsNamed(legendFormat)) expect(expr).toMatch(new RegExp(`\\b${label}\\b`));
    }
  });

  it('offers the existing websites', () => {
    const definitions = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
    expect(definitions).toEqual(['label_values(upvigil_monitor_up, website)']);
    expect(missingFrom(scrape, 'sum by (website) (upvigil_monitor_up)')).toEqual([]);
  });

  it('has no panel over another, and none twice', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
  });

  it('scrapes with the rules that are beside it', () => {
    const { rule_files } = scrapeSchema.parse(parse(read('prometheus.yml')));
    expect(rule_files).toEqual(['alerts.yml']);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('detects a name, a label or a value that no scrape has', () => {
    expect(missingFrom(scrape, 'sum(upvigil_monitor_upp)')).toEqual(['there is no metric upvigil_monitor_upp']);
    expect(missingFrom(scrape, 'upvigil_monitor_up{site="x"}')).toEqual(['upvigil_monitor_up has no label site']);
    expect(missingFrom(scrape, 'sum by (site) (upvigil_monitor_up)')).toEqual(['no metric has a label site']);
    expect(missingFrom(scrape, 'upvigil_website_uptime_ratio{window="1y"}')).toHaveLength(1);
    expect(missingFrom(scrape, 'sum(upvigil_monitor_up')).toHaveLength(1);
  });
});
