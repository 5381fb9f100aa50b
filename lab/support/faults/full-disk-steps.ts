import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ApiError } from '@upvigil/core/contract/errors';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { factNames, hashOf, there } from '../kills/facts/find-facts.ts';
import { absent, type Ledger, type Value } from '../kills/facts/ledger.ts';
import { adminPassword, type Product } from '../product.ts';
import type { WebTarget } from '../targets/web-target.ts';

/** Context of a round of work. */
export interface Round {
  number: number;
  api: Product['api'];
  /** The state that a restore replaces, and the rest: sessions and files. */
  data: Ledger;
  rest: Ledger;
  target: WebTarget;
  backups: string;
  logos: { file: Blob; hash: string }[];
  /** A backup made while there was space, and its content. */
  backup: { name: string; holds: ReadonlyMap<string, Value> };
  /** Called with the message of each refusal. */
  onRefused(what: string, message: string): Promise<void>;
}

type Facts = ReadonlyArray<readonly [name: string, value: Value]>;

/** Requests a change. A refused one must leave no trace. Resolves with the response, or null. */
async function change<Answer>(
  round: Round,
  what: string,
  ledger: Ledger,
  facts: Facts,
  call: () => Promise<Answer>,
): Promise<Answer | null> {
  const answered = facts.map(([name, value]) => ledger.ask(name, value));
  try {
    const answer = await call();
    for (const note of answered) note();
    return answer;
  } catch (error) {
    for (const [name, value] of facts) ledger.withdraw(name, value);
    await refused(round, what, error);
    return null;
  }
}

async function refused({ onRefused }: Round, what: string, error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  await onRefused(what, error.status === 503 ? error.message : `${error.status} ${error.message}`);
}

/** Whether a message explains the refusal. */
export const namesFullDisk = (message: string): boolean => message.includes(troubleMessages.diskFull);

/**
 * Performs every kind of write once: a restore, a website and its edits, checks, an alert, a logo, a sign-in, a backup.
 */
export async function workOnce(round: Round): Promise<void> {
  await restore(round);
  await editAndCheck(round);
  await upload(round);
  await signIn(round);
  await backUp(round);
}

async function editAndCheck(round: Round): Promise<void> {
  const { api, data, number } = round;
  const name = `round-${number}`;
  const fact = factNames.website(name);
  const website = await change(round, 'a website', data, [[fact, '']], () => api.websites.create({ body: { name } }));
  if (website === null) return;
  const params = { websiteId: website.id };
  const description = `of round ${number} ${'x'.repeat(1500)}`;
  await change(round, 'an edit', data, [[fact, description]], () =>
    api.websites.update({ params, body: { description } }),
  );
  await check(round, website.id, 'up');
  await check(round, website.id, 'down');
  const doomed = `doomed-${number}`;
  const made = await change(round, 'a website', data, [[factNames.website(doomed), '']], () =>
    api.websites.create({ body: { name: doomed } }),
  );
  if (made === null) return;
  await change(round, 'a deletion', data, [[factNames.website(doomed), absent]], () =>
    api.websites.remove({ params: { websiteId: made.id } }),
  );
}

async function check(round: Round, websiteId: number, way: 'up' | 'down'): Promise<void> {
  const { api, data, number, target } = round;
  const url = `${target.url}/${way}/${number}/`;
  target.behave(way === 'up' ? 'ok' : 'error');
  const body = { url, check_interval: 86_400, failure_threshold: 1 };
  const made = await change(round, 'a URL', data, [[factNames.url(url), there]], () =>
    api.urls.create({ params: { websiteId }, body }),
  );
  if (made === null) return;
  try {
    const { checked_at } = await api.urls.check({ params: { urlId: made.id } });
    data.ask(factNames.check(url, Date.parse(checked_at)), there)();
    if (way === 'down') data.ask(factNames.alert(url), there)();
  } catch (error) {
    // Results are kept, and stored once there is space.
    await refused(round, 'a check', error);
  }
}

async function upload(round: Round): Promise<void> {
  const { api, data, logos, number } = round;
  const logo = logos[number % logos.length];
  if (!logo) return;
  const answer = await change(round, 'a logo', data, [[factNames.logo, logo.hash]], () =>
    api.branding.uploadLogo({ file: logo.file, fileName: 'logo.svg' }),
  );
  if (answer && hashOf(answer.logo_base64 ?? '') !== logo.hash) throw new Error('another logo is stored than was sent');
}

async function signIn(round: Round): Promise<void> {
  // The token is only in the response.
  const answer = await change(round, 'a sign-in', round.rest, [], () =>
    round.api.auth.login({ body: { password: adminPassword } }),
  );
  if (answer) round.rest.ask(factNames.session(answer.access_token), there)();
}

async function backUp(round: Round): Promise<void> {
  const given = `round${round.number}`;
  await change(round, 'a backup', round.rest, [[factNames.backup(given), there]], () =>
    round.api.backup.create({ query: { name: given } }),
  );
}

async function restore(round: Round): Promise<void> {
  const { api, data, backups, backup } = round;
  const file = new Blob([readFileSync(path.join(backups, backup.name))]);
  try {
    await api.backup.restore({ file, fileName: 'backup.tar.gz' });
    data.replace(backup.holds)();
  } catch (error) {
    await refused(round, 'a restore', error);
  }
}
