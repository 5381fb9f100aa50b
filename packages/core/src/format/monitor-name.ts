import { withoutCredentials } from '../contract/secrets/without-credentials.ts';
import type { UrlMonitor } from '../contract/urls.ts';

/** A monitor's name with its address: 'Database (db.example.com:5432)'; one of them alone without the other. */
export const nameWithAddress = (name: string | null, address: string): string =>
  name && name !== address ? (address === '' ? name : `${name} (${address})`) : address;

/** The name in 'Database (db.example.com:5432)'; a target without a name unchanged. */
export const nameOfTarget = (target: string): string => /^(.+) \(\S+\)$/.exec(target)?.[1] ?? target;

/** A target where its website stands beside it: its name, the path of a URL, or its host. */
export function shortTarget(target: string): string {
  const [, host, path = ''] = /^\w+:\/\/([^/?#]*)\/?(.*)$/.exec(target) ?? [];
  if (host === undefined || target.includes(' ')) return nameOfTarget(target);
  return path === '' ? host : `/${path}`;
}

type NamedUrl = Pick<UrlMonitor, 'label' | 'url'>;

/** The name of a URL in lists: its label, else its address. */
export const urlName = ({ label, url }: NamedUrl): string => label ?? withoutCredentials(url);

/** The same with its address, where nothing else shows the address. */
export const urlTitle = ({ label, url }: NamedUrl): string => nameWithAddress(label, withoutCredentials(url));
