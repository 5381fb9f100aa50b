/** Plural forms of a compiled ICU message. ICU requires the form `other`. */
type Forms = Readonly<Record<string, string>> & { readonly other: string };

const rules = new Map<string, Intl.PluralRules>();

/** Plural form for a number. `offset` is subtracted first ('and 3 more'). */
export function plural(count: number, offset: number, language: string, forms: Forms): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return forms[String(count)] ?? forms[known.select(count - offset)] ?? forms.other;
}
