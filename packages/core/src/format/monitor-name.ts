import { withoutCredentials } from '../contract/secrets/without-credentials.ts';
import type { UrlMonitor } from '../contract/urls.ts';

/** A monitor's name with its address: 'Database (db.example.com:5432)'; the address alone without a name. */
export const nameWithAddress = (name: string | null, address: string): string =>
  name && name !== address ? `${name} (${address})` : address;

type NamedUrl = Pick<UrlMonitor, 'label' | 'url'>;

/** The name of a URL in lists: its label, else its address. */
export const urlName = ({ label, url }: NamedUrl): string => label ?? withoutCredentials(url);

/** The same with its address, where nothing else shows the address. */
export const urlTitle = ({ label, url }: NamedUrl): string => nameWithAddress(label, withoutCredentials(url));
