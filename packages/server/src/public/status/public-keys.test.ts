import { readFileSync } from 'node:fs';
import { brandingEndpoints } from '@upvigil/core/contract/branding';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { publicEventSchema } from '@upvigil/core/contract/public-status';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertMark } from '../../api/routes/marks-store.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import { makeIncident } from '../../testing/incident-rows.ts';
import { makeWindow } from '../../testing/maintenance-rows.ts';
import { makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { badgeKinds } from './documents/badges.ts';
import { feedPaths } from './documents/feeds.ts';
import { statuspageDocuments } from './documents/statuspage-v2.ts';
import { openPublicTest, type PublicTest } from './testing/public-test.ts';

/** The key paths of each public document. A key that is added later must be added here. */
const frozen = JSON.parse(readFileSync(new URL('./testing/public-keys.json', import.meta.url), 'utf8'));

let test: PublicTest;
let websiteId: number;
beforeEach(async () => {
  test = await openPublicTest();
  const { id: website_id } = await makeWebsite(test.db, { description: 'All we sell' });
  websiteId = website_id;
  const at = { website_id, failure_threshold: 1 };
  const down: Partial<FinishedCheck> = {
    is_up: false,
    error_message: 'body lacks "Welcome"',
    public_cause: 'the answer was not as expected',
    phases: 123_456_789,
    evidence: null,
  };
  for (const kind of ['URL', 'TCP_PORT', 'ICMP_PING', 'IMAP'] as const) {
    const monitor = await makeMonitor(test.db, { ...at, kind, ...(kind === 'URL' ? { metadata_tag: 'version' } : {}) });
    await test.record(monitor, down);
    test.pass(60_000);
    await test.record(monitor, { phases: 123_456_789 });
    test.pass(60_000);
    await test.record(monitor, down);
    test.pass(60_000);
  }
  await makeIncident(test.db, { website_ids: [website_id] });
  const hour = 3_600_000;
  const run = { starts_at: testNow + hour, ends_at: testNow + 2 * hour };
  await makeWindow(test.db, { website_ids: [website_id] }, run);
  await insertMark(test.db, {
    label: 'v2',
    website_id,
    url: 'https://ci.example.org/7',
    public: 1,
    at: testNow,
    created_at: testNow,
  });
  await test.snapshot.start();
});
afterEach(() => test.close());

/** 'urls[].id': keys of all objects at any depth, each once, sorted. */
function keyPaths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => keyPaths(each, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const path = at === '' ? key : `${at}.${key}`;
    return [path, ...keyPaths(each, path)];
  });
}
const distinct = (paths: readonly string[]): string[] => [...new Set(paths)].sort();

/** 'entry', 'link@href': elements and their attributes. */
const elementNames = (xml: string): string[] =>
  [...xml.matchAll(/<([a-z:]+)([^>]*)>/gi)].flatMap(([, name = '', rest = '']) => [
    name,
    ...[...rest.matchAll(/([a-z:]+)="/gi)].map(([, attribute]) => `${name}@${attribute}`),
  ]);

async function shown(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const documents = {
    overview: `${apiPrefix}/public/status`,
    detail: `${apiPrefix}/public/status/${websiteId}`,
    page: `${apiPrefix}/public/page`,
    incident: `${apiPrefix}/public/incidents/1`,
    ...Object.fromEntries(Object.keys(statuspageDocuments).map((path) => [path, path])),
    ...Object.fromEntries(badgeKinds.map((kind) => [`${kind}.json`, `/badge/${websiteId}/${kind}.json`])),
  };
  for (const [name, path] of Object.entries(documents)) found[name] = distinct(keyPaths(await test.json(path)));
  for (const [kind, path] of Object.entries(feedPaths))
    found[kind] = distinct(elementNames(await (await test.get(path)).text()));
  const schemas = { event: publicEventSchema, branding: brandingEndpoints.get.response };
  return {
    ...found,
    ...Object.fromEntries(Object.entries(schemas).map(([name, { shape }]) => [name, distinct(Object.keys(shape))])),
  };
}

it('13.5: each public document has the earlier keys, and no other', async () => {
  expect(await shown()).toEqual(frozen);
});
