import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@upvigil/core/contract/errors';
import { adminPassword, type Product } from '../product.ts';
import { factNames, hashOf, there } from './facts/find-facts.ts';
import { absent, type Ledger, type Value } from './facts/ledger.ts';

/** State that clients share over all lives of the product. */
export interface Workload {
  /** The state that a restore replaces, and the rest: sessions and files. */
  data: Ledger;
  rest: Ledger;
  random(): number;
  /** On loopback, with a trailing slash: `up/…` answers 200, `down/…` 500. */
  targetUrl: string;
  /** Two images, each with the hash of its stored form. */
  logos: { file: Blob; hash: string }[];
  /** The newest complete backup, and its content. */
  backup: { name: string; holds: ReadonlyMap<string, Value> } | null;
  /** Targets that are down, oldest first. */
  down: string[];
  /** Returns a new number each time. */
  next(): number;
}

/** One life of the product, from start to kill, as its clients see it. */
export interface Life {
  api: Product['api'];
  dataDir: string;
  /** The website of all monitors. */
  websiteId: number;
  /** Whether this life ends with a restore. */
  restores: boolean;
  isOver(): boolean;
}

/** Sends requests until the product is killed. Resolves with the responses that should never occur. */
export async function runClients(work: Workload, life: Life): Promise<string[]> {
  const gate = createGate();
  const wrong: string[] = [];
  let isHalted = false;
  /** Returns whether to continue. */
  const attempt = async (step: () => Promise<unknown>, way: 'together' | 'alone'): Promise<boolean> => {
    try {
      await gate[way](async () => {
        if (!isHalted) await step();
      });
      return true;
    } catch (error) {
      const sentence = wrongAnswer(error, life.isOver());
      if (sentence !== null) wrong.push(sentence);
      return sentence === null;
    }
  };
  const repeat = async (step: () => Promise<unknown>, way: 'together' | 'alone' = 'together'): Promise<void> => {
    while (!life.isOver() && !isHalted) {
      if (!(await attempt(step, way))) return;
      if (way === 'alone') await pause(100 + work.random() * 300);
    }
  };
  const restoreOnce = async (): Promise<void> => {
    await pause(work.random() * 400);
    await repeat(async () => {
      isHalted = true;
      await restore(work, life);
    }, 'alone');
  };
  await Promise.all([
    repeat(() => edit(work, life)),
    repeat(() => check(work, life)),
    repeat(() => goDown(work, life)),
    repeat(() => upload(work, life)),
    repeat(() => signIn(work, life)),
    life.restores ? restoreOnce() : repeat(() => backUp(work, life), 'alone'),
  ]);
  return wrong;
}

/** Creates a website, edits it a few times, and usually deletes it. */
async function edit({ data, random, next }: Workload, { api }: Life): Promise<void> {
  const name = `edited-${next()}`;
  const fact = factNames.website(name);
  const { id: websiteId } = await changeFacts(data, [[fact, '']], () => api.websites.create({ body: { name } }));
  for (let left = 1 + random() * 3; left > 0; left--) {
    const description = `words ${next()}`;
    await changeFacts(data, [[fact, description]], () =>
      api.websites.update({ params: { websiteId }, body: { description } }),
    );
  }
  if (random() < 0.9) await changeFacts(data, [[fact, absent]], () => api.websites.remove({ params: { websiteId } }));
}

/** Creates a URL that is up, has it checked a few times, and usually deletes it with its checks. */
async function check({ data, targetUrl, next, random }: Workload, { api, websiteId }: Life): Promise<void> {
  const url = `${targetUrl}up/${next()}/`;
  const { id } = await changeFacts(data, [[factNames.url(url), there]], () =>
    api.urls.create({ params: { websiteId }, body: { url, check_interval: 10 } }),
  );
  const facts = [factNames.url(url)];
  for (let left = 1 + random() * 4; left > 0; left--) {
    const { checked_at } = await api.urls.check({ params: { urlId: id } });
    // Its name is only in the response.
    const fact = factNames.check(url, Date.parse(checked_at));
    data.ask(fact, there)();
    facts.push(fact);
  }
  if (random() < 0.1) return;
  const gone = facts.map((fact) => [fact, absent] as const);
  await changeFacts(data, gone, () => api.urls.remove({ params: { urlId: id } }));
}

/** Creates a URL that is down. Its first check raises an alert. */
async function goDown({ data, targetUrl, next, down, random }: Workload, { api, websiteId }: Life): Promise<void> {
  const url = `${targetUrl}down/${next()}/`;
  down.push(url);
  const { id } = await changeFacts(data, [[factNames.url(url), there]], () =>
    api.urls.create({ params: { websiteId }, body: { url, check_interval: 3600, failure_threshold: 1 } }),
  );
  const { is_up, checked_at } = await api.urls.check({ params: { urlId: id } });
  if (is_up) throw new Error(`${url} was found up`);
  data.ask(factNames.check(url, Date.parse(checked_at)), there)();
  data.ask(factNames.alert(url), there)();
  await pause(200 + random() * 300);
}

async function upload({ data, logos, random }: Workload, { api }: Life): Promise<void> {
  const logo = logos[Math.floor(random() * logos.length)];
  if (!logo) return;
  const { logo_base64 } = await changeFacts(data, [[factNames.logo, logo.hash]], () =>
    api.branding.uploadLogo({ file: logo.file, fileName: 'logo.svg' }),
  );
  if (hashOf(logo_base64 ?? '') !== logo.hash) throw new Error('another logo is stored than was sent');
}

/** A session that was opened is valid, and one that was ended is not, whatever happens in between. */
async function signIn({ rest, random }: Workload, { api }: Life): Promise<void> {
  const { access_token } = await api.auth.login({ body: { password: adminPassword } });
  rest.ask(factNames.session(access_token), there)();
  await pause(random() * 300);
}

async function backUp(work: Workload, { api, dataDir }: Life): Promise<void> {
  const { data, rest, next } = work;
  const given = `k${next()}`;
  const { name } = await changeFacts(rest, [[factNames.backup(given), there]], () =>
    api.backup.create({ query: { name: given } }),
  );
  // No other request runs meanwhile.
  work.backup = { name: path.join(dataDir, 'backups', name), holds: data.snapshot() };
}

async function restore({ data, backup, down }: Workload, { api }: Life): Promise<void> {
  if (backup === null) return;
  const file = new Blob([readFileSync(backup.name)]);
  // Messages sent again after a restore do not count: the restored data may not know that they were sent.
  down.length = 0;
  const answered = data.replace(backup.holds);
  await api.backup.restore({ file, fileName: 'backup.tar.gz' });
  answered();
}

/** Lets several tasks run together, or one alone. */
function createGate() {
  let running = new Set<Promise<unknown>>();
  /** The last exclusive task; later tasks wait for it. */
  let last: Promise<unknown> = Promise.resolve();
  const ended = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
  return {
    async together<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let seen: unknown = null; seen !== last; ) {
        seen = last;
        await ended(last);
      }
      const result = work();
      running.add(result);
      const forget = (): void => void running.delete(result);
      result.then(forget, forget);
      return result;
    },
    alone<Result>(work: () => Promise<Result>): Promise<Result> {
      const before = last;
      const result = (async () => {
        await ended(before);
        await Promise.all([...running].map(ended));
        running = new Set();
        return work();
      })();
      last = result;
      return result;
    },
  };
}

/** An expected response: checks start shortly after the server listens. */
const isNotNow = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** A sentence for a response that should never occur; null for one that a client may get, and after the kill. */
const wrongAnswer = (error: unknown, isOver: boolean): string | null =>
  isOver || isNotNow(error) ? null : String(error);

/**
 * Requests a change of facts, and records it as done for a 2xx response. A 4xx response changed nothing. Otherwise the
 * result is unknown.
 */
async function changeFacts<Result>(
  ledger: Pick<Ledger, 'ask' | 'withdraw'>,
  facts: ReadonlyArray<readonly [name: string, value: Value]>,
  call: () => Promise<Result>,
): Promise<Result> {
  const answered = facts.map(([name, value]) => ledger.ask(name, value));
  try {
    const result = await call();
    for (const note of answered) note();
    return result;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500;
    if (isRefused) for (const [name, value] of facts) ledger.withdraw(name, value);
    throw error;
  }
}
