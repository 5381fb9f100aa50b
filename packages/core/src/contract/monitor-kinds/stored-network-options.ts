import { defaultNetworkOptions } from '../check-options/default-options.ts';
import { type NetworkOptions, networkOptions } from '../check-options/options.ts';
import { parseStored, storedDifferences } from '../check-options/stored-options.ts';
import { type MonitorOptions, monitorOptions } from './option-schemas.ts';

/** The stored options of a network monitor, with those of its kind. Only differences from the defaults are stored. */
export const storedNetworkOptions = networkOptions.partial().extend({ options: monitorOptions.optional() });

type WholeNetworkOptions = NetworkOptions & { options: MonitorOptions };
const usual: WholeNetworkOptions = { ...defaultNetworkOptions, options: null };

/** The options of a row; null means all defaults. @throws Error when no version of this program wrote them */
export const readNetworkOptions = (stored: string | null): WholeNetworkOptions =>
  stored === null ? usual : ({ ...usual, ...parseStored(storedNetworkOptions, stored) } as WholeNetworkOptions);

/** The stored text of options; null if all are defaults. */
export const storedNetworkText = (options: WholeNetworkOptions): string | null => storedDifferences(options, usual);
