export const factorMessages = {
  enterCode: 'Enter the code from your authenticator app',
  usePasskey: 'Confirm with your passkey',
  wrongCode: 'The code is wrong',
  wrongRecoveryCode: 'The recovery code is wrong, or was used before',
  startAgain: 'This sign-in took too long or had too many tries: enter the password again',
  method: { passkey: 'Passkey', proxy: 'Sign in through the proxy' },
  setUpFirst: 'This installation requires a second factor: set one up first',
  beginFirst: 'Start the setup again: there is no secret to confirm, or it is too old',
  noTotp: 'There is no authenticator app to turn off',
  noFactor: 'Set up a second factor first',
  otherKey:
    'The secret of the authenticator app is encrypted with another key: use a recovery code, or have the second factor reset',
  cliNeedsToken:
    'The password is correct, but this account also needs a second factor, which this command cannot ask for. Run: upvigil login --web, or create a token: upvigil token create',
  tooManyGuesses: (minutes: number) =>
    `Too many wrong codes for this account: try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or use another method, or a network in which you are signed in`,
  guessed: (name: string) =>
    `Somebody who has the password of ${name} has entered too many wrong codes for its second factor`,
  tooManyTries: (seconds: number) => `Too many tries: try again in ${seconds} seconds`,
  passkey: {
    refused: 'The passkey was not accepted',
    known: 'This passkey is already registered',
    /** Name of a passkey that accepted an invitation. */
    first: 'First passkey',
    none: 'There is no passkey to confirm with',
    onlyWayIn: 'This passkey is your only sign-in method: add another passkey first',
    tooMany: (most: number) => `There are ${most} passkeys: remove one first`,
    off: {
      noAddress: 'Passkeys need the public address of this server: set BASE_URL',
      ip: 'Passkeys need a host name in BASE_URL: an IP address cannot have any',
      http: 'Passkeys need https in BASE_URL, or http://localhost',
    },
  },
  signOn: {
    off: 'This sign-in method is not set up here',
    failed: 'The sign-in with the provider failed: try again',
    expired: 'This sign-in has expired, or began in another browser: sign in again',
    unknown: 'No user belongs to this account: ask for an invitation',
    no_role: 'This account has no role here',
    full: 'The maximum number of users is reached: ask an admin to remove one',
    notNamed: 'The proxy sent no user who may sign in',
    away: 'The provider cannot be reached now: try again later',
    otherName: 'The proxy sent another user than the one of this session: sign in again',
  },
  deviceCodeUnknown: 'There is no such code, or it is too old: look at what the program shows',
  devicePending: 'Nobody has entered the code yet',
  deviceSlowDown: 'Polled too often: wait longer',
  deviceTooMany: 'Too many programs are waiting for approval: try again in some minutes',
  deviceExpired: 'The code is too old: start again',
} as const;
