import type { LookupAddress } from 'node:dns';
import type { IpFamily } from '@upvigil/core/contract/check-options/options';

/** A host has no address of the requested family. */
export class AddressFamilyError extends Error {
  override readonly name = 'AddressFamilyError';
  readonly code = 'EFAMILY';

  constructor(host: string, family: IpFamily) {
    super(`${host} has no IPv${family} address`);
  }
}

/** The addresses of a family. Throws AddressFamilyError if there is none. */
export function ofFamily(
  host: string,
  addresses: readonly LookupAddress[],
  family: IpFamily | undefined,
): readonly LookupAddress[] {
  if (family === undefined || family === 'any') return addresses;
  const wanted = addresses.filter((address) => address.family === Number(family));
  if (wanted.length === 0) throw new AddressFamilyError(host, family);
  return wanted;
}
