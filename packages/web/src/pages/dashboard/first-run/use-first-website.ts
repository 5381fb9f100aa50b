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

/** Result of the first check of the pasted address. */
export interface FirstLook {
  website: Website;
  url: UrlMonitor;
  check: UrlCheck;
}

/** What earlier attempts have added already, so that no attempt adds it twice. */
type Added = Partial<Pick<FirstLook, 'website' | 'url'>>;
type Outcome = { look: FirstLook } | { refusal: string };

/** Makes a website with one URL of a pasted address and checks it. A further attempt goes on where the last one failed. */
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
    failure = `The website ${website.name} is added, but its URL is not`;
    const url = await saveUrl(website, added.url, address);
    added.url = url;
    failure = messages.url.triggerFailed;
    return { look: { website, url, check: await (await api()).urls.check({ params: { urlId: url.id } }) } };
  } catch (error) {
    return { refusal: `${failure}: ${failureText(error)}` };
  }
}

/** In the contract's own words; null when the address is good. */
async function findProblem(url: string): Promise<string | null> {
  const { urlInput } = await import('@upvigil/core/contract/urls');
  return urlInput.safeParse({ url }).error?.issues[0]?.message ?? null;
}

/**
 * Throws when the server refuses the address, before there is a website for it: browsers parse some addresses that the
 * server does not. The response of the target does not matter here, so it gets the shortest timeout.
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
 * A pasted address of a page: without a scheme, as browsers show it, it is read as https. A number behind the
 * first colon is a port. Nothing stays nothing.
 */
export function readPasted(text: string): string {
  const trimmed = cleanUrl(text);
  return trimmed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
