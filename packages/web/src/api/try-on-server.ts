import type { UrlTestResult, urlTestInput } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { type AddressTrial, tryAddress } from '@upvigil/core/rules/typed-address';
import type { z } from 'zod';
import { api } from './api.ts';

type TestOptions = Omit<z.output<typeof urlTestInput>, 'url' | 'timeout'>;

/** `tryAddress` with requests of the server. Nothing is stored. Rejects if the server refuses the address. */
export async function tryOnServer(typed: string, options: Partial<TestOptions> = {}): Promise<AddressTrial> {
  const { urlTestInput } = await import('@upvigil/core/contract/urls');
  const { urls } = await api();
  const test = (url: string): Promise<UrlTestResult> =>
    urls.test({ body: { ...urlTestInput.parse({ url }), ...options, url, timeout: defaults.trialTimeoutSeconds } });
  return tryAddress(typed, test);
}
