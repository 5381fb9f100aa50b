import type { urlTestInput } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { type AddressTrial, tryAddress } from '@upvigil/core/rules/typed-address';
import type { z } from 'zod';
import { api } from './api.ts';

type TestOptions = Omit<z.input<typeof urlTestInput>, 'url' | 'timeout'>;

/** `tryAddress` with requests of the server. Nothing is stored. Rejects if the server refuses the address. */
export async function tryOnServer(typed: string, options: TestOptions = {}): Promise<AddressTrial> {
  const { urls } = await api();
  return tryAddress(typed, (url) => urls.test({ body: { ...options, url, timeout: defaults.trialTimeoutSeconds } }));
}
