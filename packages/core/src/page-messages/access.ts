import { limits } from '../limits.ts';

/** What is said of who may enter. */
export const accessMessages = {
  auditEmpty: 'Nothing was changed in this time',
  signInFirst: 'Sign in first: the token is missing, wrong or no longer valid',
  wrongPassword: 'Invalid password',
  /** The same whether nobody has the address, who has it may not enter, or the password is another. */
  wrongSignIn: 'Invalid email or password',
  wrongCurrentPassword: 'The current password is wrong',
  confirmFirst: `Enter your password again: this needs a sign-in within ${limits.user.confirmedMinutes} minutes`,
  /** Of who has no password. */
  confirmByPasskey: `Confirm with your passkey: this needs a sign-in within ${limits.user.confirmedMinutes} minutes`,
  /** Of who has neither a password nor a passkey, as who comes by single sign-on. */
  signInAgain: `Sign in again: this needs a sign-in within ${limits.user.confirmedMinutes} minutes`,
  passwordReset: (user: string) => `The new password of ${user}: change it after the sign-in`,
  badInvitation: 'This invitation is not valid any more: ask for a new one',
  noSession: (id: number) => `There is no session ${id}`,
  method: { email: 'Email and password' },
  user: {
    none: 'No users yet. A second user is worth it once another person looks or acts: the audit names them, and one leaves without a new password for all.',
    notFound: (id: number) => `There is no user ${id}`,
    nobody: (word: string) => `There is no user ${word}`,
    notMailed: (reason: string) => `The invitation could not be mailed: ${reason}`,
    hasRole: (email: string, role: string) => `${email} is ${role} now`,
    isDisabled: (email: string) => `${email} may not enter any more; their sessions and tokens have ended`,
    isEnabled: (email: string) => `${email} may enter again; tokens that ended do not come back`,
    confirmReset: (email: string) => `Reset ${email}? Sessions, tokens, password and second factors end.`,
    confirmRemove: (email: string) => `Remove ${email}, with their sessions and tokens?`,
    removed: (email: string) => `Removed ${email}`,
    taken: (email: string) => `There is a user with ${email} already`,
    tooMany: `There are ${limits.user.most} users: remove one first`,
    notAccepted: 'The invitation was not accepted yet',
    mailed: (email: string) => `The invitation was sent to ${email}`,
    onceLink: `Give this link to the invited: it opens once, within ${limits.user.invitationHours} hours`,
    mailTitle: (product: string) => `You are invited to ${product}`,
    mailText: (role: string) =>
      `You are invited as ${role}. The link opens once, within ${limits.user.invitationHours} hours. Choose your name and password there.`,
    mailLink: 'Accept the invitation',
  },
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
