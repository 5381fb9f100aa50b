import type { AuditEvent } from '../contract/audit.ts';
import { limits } from '../limits.ts';

/** 'owner', 'token Nightly'. */
export const auditActor = ({ actor }: Pick<AuditEvent, 'actor'>): string =>
  actor.kind === 'token' ? `token ${actor.name}` : actor.name;

/** 'Shop', else 'website 3', else 'routing'. */
export const auditTarget = ({ target: { kind, id, name } }: Pick<AuditEvent, 'target'>): string =>
  name ?? (id === null ? kind.replaceAll('_', ' ') : `${kind.replaceAll('_', ' ')} ${id}`);

/** Texts of the access and audit tabs. Separate because only these load them. */
export const accessPageMessages = {
  tokens: {
    about: 'For programs, in place of a password. Each token has its own scopes and can be revoked separately.',
    noneYet: 'Create a token for each script that reads data, reports deployments or makes backups.',
    loadFailed: 'Could not load the API tokens',
    createFailed: 'Failed to create the token',
    revokeFailed: 'Failed to revoke the token',
    revokeQuestion: (name: string) => `Revoke token "${name}"?`,
    revokeBody: 'Programs that use it are refused at once. This cannot be undone.',
  },
  device: {
    title: 'Sign in a program',
    about:
      'A program without a browser shows a code, as upvigil login --web does. Enter it here to sign the program in.',
    hint: '8 letters, as shown by the program',
    warning: 'Approve only a sign-in that you started yourself: the program gets all your permissions.',
    failed: 'Failed to approve the code',
    done: 'The program is signed in. You can close this page.',
  },
  confirm: {
    title: 'Enter your password again',
    titleOfPasskey: 'Confirm your identity',
    signInAgain: 'Sign in again',
    failed: 'Failed to confirm',
  },
  users: {
    title: 'Users',
    loadFailed: 'Could not load the users',
    inviteFailed: 'Failed to invite',
    inviteTitle: 'Invite a user',
    changeFailed: 'Failed to change the user',
    resetQuestion: (who: string) => `Reset ${who}?`,
    resetBody: 'Their sessions, tokens, password and second factors are removed at once, and they are invited again.',
    resetFailed: 'Failed to reset the user',
    disableQuestion: (who: string) => `Disable ${who}?`,
    disableBody: 'They are signed out and their tokens are revoked. After being enabled again, they sign in as before.',
    removeQuestion: (who: string) => `Remove ${who}?`,
    removeBody:
      'They are signed out and their tokens are revoked. The audit log keeps their name. This cannot be undone.',
    removeFailed: 'Failed to remove the user',
  },
  sessions: {
    loadFailed: 'Could not load the sessions',
    endFailed: 'Failed to end the session',
  },
  invite: {
    title: 'Accept the invitation',
    about: 'Choose your name and a password. Then you are signed in.',
    usePasskey: 'Use a passkey instead',
    noToken: 'This address has no invitation: open the complete link that you received.',
    failed: 'Failed to accept the invitation',
  },
  otherMethods: 'Other sign-in methods',
  password: {
    about: 'Changing the password ends all your other sessions.',
    changed: 'Password changed. All other sessions have ended.',
    changeFailed: 'Failed to change the password',
    stillWork: (tokens: number) => (tokens === 1 ? '1 API token still works' : `${tokens} API tokens still work`),
  },
  secondStep: {
    usePasskey: 'Use a passkey',
    useRecoveryCode: 'Use a recovery code',
    useCode: 'Use the authenticator app',
    startAgain: 'Start again',
  },
  factors: {
    about:
      'A second factor (an authenticator app or a passkey) protects your account from people who know your password.',
    required: 'This installation requires a second factor.',
    loadFailed: 'Could not load the second factors',
    beginFailed: 'Failed to set up an authenticator app',
    confirmFailed: 'Failed to turn on the authenticator app',
    scan: 'Scan the QR code with the app, or enter the secret manually. Then enter the code shown by the app.',
    removeTotp: 'Turn off the authenticator app?',
    removeTotpBody: 'Its codes are no longer required. Without a second factor, the recovery codes become invalid too.',
    removeTotpFailed: 'Failed to turn off the authenticator app',
    renew: 'Create new recovery codes?',
    renewBody: 'The previous codes become invalid at once.',
    renewFailed: 'Failed to create new recovery codes',
    codesOnce:
      'Store them where you can find them without your phone. Each code works once, and they are not shown again.',
    passkeyFailed: 'Failed to add the passkey',
    passkeyGivenUp: 'The browser created no passkey: the request was cancelled or timed out',
    passkeyUnsupported: 'This browser does not support passkeys',
    removePasskey: (name: string) => `Remove passkey "${name}"?`,
    removePasskeyBody: 'It can no longer be used to sign in. Remove it from the device or the password manager too.',
    removePasskeyFailed: 'Failed to remove the passkey',
  },
  audit: {
    about: 'Who changed what, with the values before and after. Secrets are masked.',
    loadFailed: 'Could not load the audit log',
    moreFailed: 'Could not load more',
    noneMatches: 'Nothing matches the filters',
  },
} as const;

export const accessMessages = {
  auditEmpty: 'No changes in this period',
  signInFirst: 'Sign in first: the token is missing, wrong or no longer valid',
  wrongPassword: 'Invalid password',
  /**
   * One text for an unknown address, a disabled user and a wrong password, so that it does not reveal which addresses
   * exist.
   */
  wrongSignIn: 'Invalid email or password',
  wrongCurrentPassword: 'The current password is wrong',
  confirmFirst: `Enter your password again: this needs a sign-in within ${limits.user.confirmedMinutes} minutes`,
  /** For users without a password. */
  confirmByPasskey: `Confirm with your passkey: this needs a sign-in within ${limits.user.confirmedMinutes} minutes`,
  /** For users with neither a password nor a passkey (single sign-on users, say). */
  signInAgain: `Sign in again: this needs a sign-in within ${limits.user.confirmedMinutes} minutes`,
  passwordReset: (user: string) => `The new password of ${user}: change it after the sign-in`,
  badInvitation: 'This invitation is no longer valid: ask for a new one',
  noSession: (id: number) => `There is no session ${id}`,
  method: { email: 'Email and password' },
  user: {
    none: 'No users yet. Add a user for each colleague: the audit then has their name, and one can leave without a new password for all.',
    notFound: (id: number) => `There is no user ${id}`,
    nobody: (word: string) => `There is no user ${word}`,
    notMailed: (reason: string) => `The invitation could not be sent by email: ${reason}`,
    hasRole: (email: string, role: string) => `${email} is ${role} now`,
    isDisabled: (email: string) => `${email} can no longer sign in; their sessions and tokens have ended`,
    isEnabled: (email: string) => `${email} can sign in again; tokens that ended stay revoked`,
    confirmReset: (email: string) => `Reset ${email}? Sessions, tokens, password and second factors are removed.`,
    confirmRemove: (email: string) => `Remove ${email}, with their sessions and tokens?`,
    removed: (email: string) => `Removed ${email}`,
    taken: (email: string) => `There is a user with ${email} already`,
    tooMany: `There are ${limits.user.most} users: remove one first`,
    notAccepted: 'The invitation was not accepted yet',
    mailed: (email: string) => `The invitation was sent to ${email}`,
    onceLink: `Give this link to the invited person: it works once, within ${limits.user.invitationHours} hours`,
    mailTitle: (product: string) => `You are invited to ${product}`,
    mailText: (role: string) =>
      `You are invited as ${role}. The link works once, within ${limits.user.invitationHours} hours. Choose your name and password there.`,
    mailLink: 'Accept the invitation',
  },
  shareLink: {
    none: 'No share links yet',
    tooMany: `There are ${limits.shareLink.most} share links: revoke one first`,
    noWebsite: (id: number) => `There is no website ${id}`,
    missing: (id: number) => `There is no share link ${id}`,
    revoked: (id: number) => `Revoked share link ${id}`,
    whoHolds: 'Anyone with the link can see this website without signing in, until the link expires',
    tooManyViews: `A share link answers ${limits.shareLink.viewsPerMinute} requests a minute: wait a little`,
    /** One text for forged, expired and revoked links. */
    dead: 'This link is invalid: it has expired, was revoked, or never existed',
  },
  token: {
    none: 'No API tokens yet',
    taken: (name: string) => `There is a token "${name}" already`,
    tooMany: `There are ${limits.apiToken.most} tokens: revoke one first`,
    beyond: (scope: string) => `You cannot grant ${scope}: you do not have it yourself`,
    once: 'Copy it now: it is not shown again',
    readsAll: 'Anyone with this token can read all data, because backups contain it',
    revoked: (id: number) => `Revoked token ${id}`,
    stillGood: 'The token itself stays valid until it is revoked: upvigil token list, upvigil token revoke ID',
    expiring: (name: string, days: number) =>
      `The API token "${name}" expires in ${days === 1 ? '1 day' : `${days} days`}`,
    expired: (name: string) => `The API token "${name}" has expired`,
    ended: (name: string) => `The API token "${name}" was revoked`,
    /** The token does not exist any more (after a restore, say). */
    gone: 'An API token that was about to expire no longer exists',
  },
} as const;
