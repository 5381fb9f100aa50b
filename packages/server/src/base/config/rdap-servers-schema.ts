import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { z } from 'zod';

/** The RDAP server for all names with a suffix. */
export interface RdapServer {
  /** 'ru' or 'co.uk', in ASCII. */
  suffix: string;
  /** With a trailing slash. */
  url: string;
}

export const rdapServersMayBe =
  'suffixes with the address of their RDAP server, separated by commas, as ru=https://rdap.example.org/';

const suffixForm = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** `ru=https://…,co.uk=https://…` */
export const rdapServersSchema = z.string().transform((text, { addIssue }) => {
  const servers = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readServer);
  if (servers.includes(null)) addIssue({ code: 'custom', message: rdapServersMayBe });
  return servers.filter((server) => server !== null);
});

function readServer(part: string): RdapServer | null {
  const at = part.indexOf('=');
  const suffix = part.slice(0, at).trim().toLowerCase().replace(/^\./, '');
  const url = part.slice(at + 1).trim();
  if (at < 0 || !suffixForm.test(suffix) || !/^https?:\/\//i.test(url) || !canParseUrl(url)) return null;
  return { suffix, url: url.endsWith('/') ? url : `${url}/` };
}
