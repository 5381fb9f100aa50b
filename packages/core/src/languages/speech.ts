/** What compiled messages are made of. They come from ICU messages, so each has the form `other`. */
type Forms = Readonly<Record<string, string>> & { readonly other: string };

const rules = new Map<string, Intl.PluralRules>();

/** The form of a language for a number; with an offset, for how many more there are. */
export function plural(count: number, offset: number, language: string, forms: Forms): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return forms[String(count)] ?? forms[known.select(count - offset)] ?? forms.other;
}
