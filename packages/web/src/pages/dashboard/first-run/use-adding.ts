import { useQueryClient } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import { ApiError } from '@upvigil/core/contract/errors';
import { parseHttpAddress } from '@upvigil/core/contract/fields/http-address';
import type { TestedPage, UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { type AddressTrial, describeTrial, expandAddress, type TrialNote } from '@upvigil/core/rules/typed-address';
import { messages } from '@upvigil/core/texts/messages';
import { useRef, useState } from 'react';
import { api } from '../../../api/api.ts';
import { tryOnServer } from '../../../api/try-on-server.ts';
import { failureText } from '../../../failures.ts';

/** A website with its URL and the result of its first check. */
export interface FirstLook {
  typed: string;
  website: Website;
  url: UrlMonitor;
  check: UrlCheck;
  /** Result of the trial; null if nothing answered. */
  page: TestedPage | null;
  /** That http is used; null with https. */
  note: TrialNote | null;
}

/** Objects that exist already, so that a retry or another address does not create them again. */
type Target = Partial<Pick<FirstLook, 'website' | 'url'>>;
type Outcome = { look: FirstLook } | { refusal: string } | { choice: AddressTrial };

/**
 * Adds a website with one URL for a typed address and checks it. Nothing is created before the server has accepted the
 * address and its scheme is clear. A retry continues after the last successful step.
 */
export function useAdding() {
  const queryClient = useQueryClient();
  const target = useRef<Target>({});
  const isRunning = useRef(false);
  const [busyWith, setBusyWith] = useState<'address' | 'https' | null>(null);
  const [outcome, setOutcome] = useState<Exclude<Outcome, { look: FirstLook }> | null>(null);
  const [look, setLook] = useState<FirstLook | null>(null);

  const run = async (what: 'address' | 'https', work: () => Promise<Outcome>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusyWith(what);
    setOutcome(null);
    const found = await work();
    isRunning.current = false;
    setBusyWith(null);
    if ('look' in found) setLook(found.look);
    else setOutcome(found);
    if (target.current.website) await queryClient.invalidateQueries();
    return 'look' in found;
  };
  return {
    busyWith,
    look,
    refusal: outcome && 'refusal' in outcome ? outcome.refusal : null,
    choice: outcome && 'choice' in outcome ? outcome.choice : null,
    add: (typed: string) => {
      if (look) target.current = targetAfter(look, target.current, typed);
      return run('address', () => tryAndAdd(target.current, typed));
    },
    /** Adds one of the two addresses of a choice. */
    choose: (trial: AddressTrial, url: string) => run('address', () => addChosen(target.current, { ...trial, url })),
    /** Removes the result, so that the next address replaces this one. */
    edit: ({ website, url }: FirstLook) => {
      target.current = { website, url };
      setOutcome(null);
      setLook(null);
    },
    tryHttps: (shown: FirstLook) => run('https', () => switchToHttps(shown)),
    rename: async (shown: FirstLook, name: string) => {
      const website = await (await api()).websites.update({ params: { websiteId: shown.website.id }, body: { name } });
      setLook({ ...shown, website });
      await queryClient.invalidateQueries();
    },
  };
}

/** Another address gets an own URL, in the same website if it has the same host. */
function targetAfter(look: FirstLook, before: Target, typed: string): Target {
  // The URL of an attempt whose check failed.
  if (before.url && before.url.id !== look.url.id) return before;
  return hostOf(look.url.url) === hostOf(expandAddress(typed)[0]) ? { website: look.website } : {};
}

async function tryAndAdd(target: Target, typed: string): Promise<Outcome> {
  try {
    const problem = await findProblem(expandAddress(typed)[0]);
    if (problem) return { refusal: problem };
    const trial = await tryOnServer(typed);
    return trial.url === null ? { choice: trial } : await addChosen(target, { ...trial, url: trial.url });
  } catch (error) {
    return { refusal: `${messages.website.saveFailed}: ${failureText(error)}` };
  }
}

/** Message of the contract's schema; null for a valid address. */
async function findProblem(url: string): Promise<string | null> {
  const { urlInput } = await import('@upvigil/core/contract/urls');
  return urlInput.safeParse({ url }).error?.issues[0]?.message ?? null;
}

async function addChosen(target: Target, trial: AddressTrial & { url: string }): Promise<Outcome> {
  const result = trial.attempts.find(({ url }) => url === trial.url)?.result;
  const page = result?.page ?? null;
  let failure: string = messages.website.saveFailed;
  try {
    const website = target.website ?? (await addWebsite(nameFor(trial.url, result?.success ? page : null)));
    failure = messages.url.saveFailed;
    const url = await saveUrl(website, target, trial.url);
    Object.assign(target, { website, url });
    failure = messages.url.triggerFailed;
    const check = await (await api()).urls.check({ params: { urlId: url.id } });
    return { look: { typed: trial.typed, website, url, check, page, note: describeTrial(trial) } };
  } catch (error) {
    return { refusal: `${failure}: ${failureText(error)}` };
  }
}

/** Longer titles are sentences rather than names. */
const longestTitle = 60;

const nameFor = (url: string, page: TestedPage | null): string =>
  page?.title && page.title.length <= longestTitle ? page.title : hostOf(url).slice(0, limits.name.maxLength);

const hostOf = (url: string): string => parseHttpAddress(url).url?.host ?? url;

const addWebsite = async (name: string): Promise<Website> => (await api()).websites.create({ body: { name } });

/** Leaves no empty website if the server refuses the URL. */
async function saveUrl(website: Website, target: Target, url: string): Promise<UrlMonitor> {
  const { urls, websites } = await api();
  const known = target.url;
  if (known) return known.url === url ? known : urls.update({ params: { urlId: known.id }, body: { url } });
  try {
    return await urls.create({ params: { websiteId: website.id }, body: { url } });
  } catch (error) {
    const isNew = target.website === undefined;
    if (isNew && error instanceof ApiError) await websites.remove({ params: { websiteId: website.id } });
    else target.website = website;
    throw error;
  }
}

async function switchToHttps(shown: FirstLook): Promise<Outcome> {
  const address = shown.url.url.replace(/^http:/i, 'https:');
  try {
    const trial = await tryOnServer(address);
    const [attempt] = trial.attempts;
    if (attempt && attempt.result.status_code !== null) return await addChosen(shown, { ...trial, url: address });
    const detail = `https failed again: ${attempt?.result.message}. Traffic is not encrypted.`;
    return { look: { ...shown, note: { title: shown.note?.title ?? '', detail } } };
  } catch (error) {
    return { refusal: `${messages.url.saveFailed}: ${failureText(error)}` };
  }
}
