import { limits } from '../limits.ts';

/** What is said of who may enter. */
export const accessMessages = {
  auditEmpty: 'Nothing was changed in this time',
  signInFirst: 'Sign in first: the token is missing, wrong or no longer valid',
  shareLink: {
    none: 'No share links yet',
    tooMany: `There are ${limits.shareLink.most} share links: revoke one first`,
    noWebsite: (id: number) => `There is no website ${id}`,
    missing: (id: number) => `There is no share link ${id}`,
    revoked: (id: number) => `Revoked share link ${id}`,
    whoHolds: 'Whoever has the link sees this website until it expires, without signing in',
    tooManyViews: `A share link answers ${limits.shareLink.viewsPerMinute} requests a minute: wait a little`,
    /** The same for one that is forged, expired or revoked. */
    dead: 'This link does not work: it has expired, was revoked, or never was one',
  },
  token: {
    none: 'No API tokens yet',
    taken: (name: string) => `There is a token "${name}" already`,
    tooMany: `There are ${limits.apiToken.most} tokens: revoke one first`,
    beyond: (scope: string) => `You cannot give ${scope}: you do not have it yourself`,
    once: 'Copy it now: it is not shown again',
    readsAll: 'Whoever has it can read all data, because backups hold it all',
    revoked: (id: number) => `Revoked token ${id}`,
    stillGood: 'The token itself is good until it is revoked: upvigil token list, upvigil token revoke ID',
    expiring: (name: string, days: number) =>
      `The API token "${name}" expires in ${days === 1 ? '1 day' : `${days} days`}`,
    expired: (name: string) => `The API token "${name}" has expired`,
    ended: (name: string) => `The API token "${name}" was revoked`,
    /** Of one that is not there any more, as after a restore. */
    gone: 'An API token that was to expire is not there any more',
  },
} as const;
