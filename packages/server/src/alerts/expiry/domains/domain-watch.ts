import { dayMs, hourMs } from '@upvigil/core/time';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { ChannelRules } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { ExpiryCircumstances } from '../../decide/raise-expiry.ts';
import { type ConcernedMonitor, domainName } from '../expiry-sentences.ts';
import { dueOfDomain, newNotices } from '../notices.ts';
import { type Ending, type EndingVerdict, raiseEndings } from '../raise-endings.ts';
import { domainDays } from '../wanted-days.ts';
import {
  addDomains,
  claimQuestion,
  forgetDomains,
  type KnownDomain,
  readDomainMonitors,
  readDomains,
  updateDomain,
} from './domain-store.ts';
import type { RdapAnswer } from './rdap-answer.ts';
import type { Registries } from './registries.ts';

interface DomainWatchOptions {
  db: Database;
  clock: Clock;
  channels: readonly ChannelRules[];
  changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  registries: Registries;
  log: { error(fields: object, message: string): void };
}

/** Registries ban clients that send requests too fast. */
const betweenQuestions = 2_000;
/** A change of monitors or settings may bring other domains. */
const afterChange = 2_000;
const firstAfter = 90_000;
/** A query that another process claimed but never finished (it was killed) is repeated after this time. */
const answeredWithin = hourMs;

export type DomainWatch = ReturnType<typeof createDomainWatch>;

/**
 * Queries the registries daily for the expiry of the domains of enabled monitors, and raises alerts. Does nothing
 * unless enabled.
 */
export function createDomainWatch(options: DomainWatchOptions) {
  const { clock, changes, log } = options;
  const stopping = new AbortController();
  const round = createRound(options, stopping.signal);
  let cancel: Cancel | null = null;
  let running: Promise<void> = Promise.resolve();
  let isWantedAgain = false;
  let isRunning = false;
  let unsubscribe = (): void => undefined;

  const run = async (): Promise<void> => {
    isRunning = true;
    const next = await round.step().catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'domains could not be evaluated; retrying in an hour');
      return hourMs;
    });
    isRunning = false;
    if (isWantedAgain) round.begin();
    runIn(isWantedAgain ? afterChange : next);
    isWantedAgain = false;
  };
  const runIn = (milliseconds: number): void => {
    cancel?.();
    if (stopping.signal.aborted) return;
    cancel = clock.after(milliseconds, () => {
      running = run();
    });
  };
  const onChange = (): void => {
    if (isRunning) {
      isWantedAgain = true;
      return;
    }
    round.begin();
    runIn(afterChange);
  };
  return {
    start(): void {
      runIn(firstAfter);
      unsubscribe = changes.subscribe(({ is_structural }) => is_structural && onChange());
    },
    /** Resolves when no query is under way. */
    settled: (): Promise<void> => running,
    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      cancel?.();
      await running;
    },
  };
}

/** A round over all domains, one query a step. */
function createRound(options: DomainWatchOptions, signal: AbortSignal) {
  const { db, clock, channels, changes } = options;
  let waiting: KnownDomain[] = [];
  let monitors: Awaited<ReturnType<typeof readDomainMonitors>> = new Map();
  let days: number[] = [];

  const raise = (domains: readonly KnownDomain[]): Promise<void> =>
    raiseDomains(db, domains, monitors, days, { channels, now: clock.now() }, changes);
  const look = async (): Promise<boolean> => {
    const settings = await readNotificationSettings(db);
    if (!settings.domain_check_enabled) return false;
    days = domainDays(settings);
    monitors = await readDomainMonitors(db);
    const domains = await syncDomains(db, monitors, clock.now());
    await raise(domains);
    waiting = domains.filter(({ due_at }) => isDue(due_at, clock.now()));
    return true;
  };
  return {
    /** The next step starts a new round. */
    begin() {
      waiting = [];
    },
    /** Starts a round, or queries the next domain. Returns the milliseconds until the next step. */
    async step(): Promise<number> {
      if (waiting.length === 0 && !(await look())) return hourMs;
      const domain = waiting.shift();
      if (domain) await askAbout(options, domain, signal);
      const domains = await readDomains(db);
      await raise(domains.filter(({ name }) => name === domain?.name));
      return waiting.length > 0 ? betweenQuestions : untilNextDue(domains, clock.now());
    },
  };
}

/** A due time beyond every deferral was set before a backward clock change. */
const isDue = (due_at: number | null, now: number): boolean => (due_at ?? 0) <= now || (due_at ?? 0) > now + 2 * dayMs;

function untilNextDue(domains: readonly KnownDomain[], now: number): number {
  const next = Math.min(...domains.map(({ due_at }) => (due_at ?? 0) - now), hourMs);
  return Math.max(betweenQuestions, next);
}

/** Adds new names and deletes those without monitors. Returns the others. */
async function syncDomains(db: Database, monitors: ReadonlyMap<string, unknown>, now: number): Promise<KnownDomain[]> {
  const before = await readDomains(db);
  const known = new Set(before.map(({ name }) => name));
  const added = [...monitors.keys()].filter((name) => !known.has(name));
  await addDomains(db, added);
  const gone = before.filter(({ name }) => !monitors.has(name));
  await forgetDomains(db, gone, now);
  const all = added.length > 0 ? await readDomains(db) : before;
  return all.filter(({ name }) => monitors.has(name));
}

async function askAbout(
  { db, clock, registries }: DomainWatchOptions,
  domain: KnownDomain,
  signal: AbortSignal,
): Promise<void> {
  if (!(await claimQuestion(db, domain, clock.now() + answeredWithin))) return;
  const answer = await registries.ask(domain.name, signal);
  await updateDomain(db, domain.name, changeBy(answer, clock.now()));
}

/** Without an answer, the known date stays. */
function changeBy(answer: RdapAnswer, now: number) {
  if (answer.outcome === 'later') return { answer: answer.answer, due_at: now + answer.pause };
  const common = { asked_at: now, due_at: now + dayMs };
  if (answer.outcome === 'known') return { ...common, expires_at: answer.expires_at, answer: null };
  return { ...common, expires_at: null, answer: answer.answer };
}

/** Decides about a domain; null: nothing to do. `days`: the thresholds. */
function evaluateDomain({ expires_at, told }: KnownDomain, days: readonly number[], now: number): EndingVerdict | null {
  if (expires_at === null) return null;
  const due = dueOfDomain(expires_at, days, now);
  if (due.length === 0) return told === null ? null : { what: 'over', told: null };
  const notices = newNotices(due, told);
  return notices.length === 0 ? null : { what: 'expires', notices, end: expires_at };
}

function raiseDomains(
  db: Database,
  domains: readonly KnownDomain[],
  monitorsOf: ReadonlyMap<string, ConcernedMonitor[]>,
  days: readonly number[],
  circumstances: ExpiryCircumstances,
  changes: Pick<ChangeFeed, 'publish'>,
): Promise<void> {
  const endings = domains.flatMap((domain): Ending[] => {
    const verdict = evaluateDomain(domain, days, circumstances.now);
    const monitors = monitorsOf.get(domain.name) ?? [];
    if (verdict === null || monitors.length === 0) return [];
    const nameOf: Ending['nameOf'] = (concerned) => domainName(domain.name, concerned);
    return [{ subject: 'domain', key: domain.name, row: domain, verdict, monitors, nameOf }];
  });
  return raiseEndings(db, endings, circumstances, changes);
}
