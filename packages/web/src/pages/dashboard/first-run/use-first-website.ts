import { useQueryClient } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import { cleanUrl } from '@upvigil/core/contract/fields/clean-address';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/texts/messages';
import { useRef, useState } from 'react';
import { api } from '../../../api/api.ts';
import { failureText } from '../../../failures.ts';

export interface FirstLook {
  website: Website;
  url: UrlMonitor;
  check: UrlCheck;
}

/** Objects that earlier attempts created, so that a retry does not create them again. */
type Added = Partial<Pick<FirstLook, 'website' | 'url'>>;
type Outcome = { look: FirstLook } | { refusal: string };

/** Creates a website with one URL from an address and checks it. A retry continues after the last successful step. */
export function useFirstWebsite() {
  const queryClient = useQueryClient();
  const added = useRef<Added>({});
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const add = async (text: string) => {
    setIsBusy(true);
    setOutcome(null);
    setOutcome(await addAndCheck(added.current, readPasted(text)));
    setIsBusy(false);
    if (added.current.website) await queryClient.invalidateQueries();
  };
  return {
    add,
    isBusy,
    refusal: outcome && 'refusal' in outcome ? outcome.refusal : null,
    look: outcome && 'look' in outcome ? outcome.look : null,
  };
}

async function addAndCheck(added: Added, address: string): Promise<Outcome> {
  let failure: string = messages.website.saveFailed;
  try {
    const problem = await findProblem(address);
    if (problem) return { refusal: problem };
    if (!added.website) await requireAccepted(address);
    const website = await saveWebsite(added.website, new URL(address).host.slice(0, limits.name.maxLength));
    added.website = website;
    failure = `The website ${website.name} was added, but its URL was not`;
    const url = await saveUrl(website, added.url, address);
    added.url = url;
    failure = messages.url.triggerFailed;
    return { look: { website, url, check: await (await api()).urls.check({ params: { urlId: url.id } }) } };
  } catch (error) {
    return { refusal: `${failure}: ${failureText(error)}` };
  }
}

/** Message of the contract's schema; null for a valid address. */
async function findProblem(url: string): Promise<string | null> {
  const { urlInput } = await import('@upvigil/core/contract/urls');
  return urlInput.safeParse({ url }).error?.issues[0]?.message ?? null;
}

/**
 * Throws if the server refuses the address, before a website is created: browsers accept some addresses that the server
 * does not. The response is irrelevant, so the timeout is the shortest.
 */
async function requireAccepted(url: string): Promise<void> {
  const { urlTestInput } = await import('@upvigil/core/contract/urls');
  await (await api()).urls.test({ body: urlTestInput.parse({ url, timeout: limits.urlTimeoutSeconds.min }) });
}

async function saveWebsite(known: Website | undefined, name: string): Promise<Website> {
  const { websites } = await api();
  if (!known) return websites.create({ body: { name } });
  return known.name === name ? known : websites.update({ params: { websiteId: known.id }, body: { name } });
}

async function saveUrl({ id }: Website, known: UrlMonitor | undefined, url: string): Promise<UrlMonitor> {
  const { urls } = await api();
  if (!known) return urls.create({ params: { websiteId: id }, body: { url } });
  return known.url === url ? known : urls.update({ params: { urlId: known.id }, body: { url } });
}

/**
 * Normalizes a pasted address: adds https if there is no scheme, as browsers hide it. A number after the first colon is
 * a port. Empty text stays empty.
 */
export function readPasted(text: string): string {
  const trimmed = cleanUrl(text);
  return trimmed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
