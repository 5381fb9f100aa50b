import { makeCertificate } from '../targets/certificates.ts';

const { key: clientKey, cert } = await makeCertificate();
/** The certificate of the planted client key. */
export const clientCertificate = cert;

/** A value for each place of a secret, with characters that addresses, JSON and HTML escape. */
export const planted = {
  smtp_password: 'planted smtp!"&/1',
  sendsms_password: 'planted sms!"&/2',
  client_secret: 'planted-slack-client/3',
  signing_secret: 'planted-slack-signing/4',
  verification_token: 'planted-slack-verification/5',
  bot_token: 'planted-slack-bot/6',
  header: 'planted header!"&/7',
  body: 'planted body!"&/8',
  token: 'planted-token!"&/9',
  password: 'planted password!"&/10',
  clientKey,
  proxy: 'planted proxy!"&/11',
  tested: 'planted-tested!"&/12',
} as const;

/** Secrets in the address of a monitor. They are stored readable, and no response shows them. */
export const plantedInAddress = { password: 'planted-address-password/13', signature: 'planted-address-signature/14' };

export const basicUser = 'shop';

/** The forms in which texts may repeat a secret. */
export function formsOf(secret: string): string[] {
  const json = (text: string): string => JSON.stringify(text).slice(1, -1);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const bytes = Buffer.from(secret);
  const ofKey = secret.split('\n').find((line) => line.length > 60);
  return [
    ...[secret, json(secret), json(json(secret)), json(secret).replaceAll('/', '\\/')],
    ...[encodeURIComponent(secret), encodeURI(secret), form, form.replaceAll('+', '%20')],
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')],
    ...(/password|proxy/.test(secret) ? [Buffer.from(`${basicUser}:${secret}`).toString('base64')] : []),
    ...(ofKey ? [ofKey] : []),
  ];
}

/** The secrets that a text repeats, with their form. */
export const secretsIn = (text: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).flatMap((form) => (text.includes(form) ? [`${name} as ${form}`] : [])),
  );
