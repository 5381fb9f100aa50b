import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { foreignText } from '@upvigil/core/format/foreign-text';

/**
 * A provider's text for storage, logs and screens: cut like all foreign text, and without the secrets that the
 * provider received, in any form in which it may echo them.
 */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  foreignText(replaceSecrets(text, secrets));

/** The same without cutting the text. */
export function replaceSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(writtenForms))];
  forms.sort((a, b) => b.length - a.length);
  return forms.reduce((cleaned, form) => cleaned.replaceAll(form, maskedSecret), text);
}

/** A secret as it is, in a URL, in a form, in JSON, and in base64 as SMTP sends it. */
function writtenForms(secret: string): string[] {
  const inUrl = encodeURIComponent(secret);
  return [
    secret,
    inUrl,
    inUrl.toLowerCase(),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ];
}
