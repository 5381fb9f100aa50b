import { type Language, languageParameter } from '@upvigil/core/contract/names/languages';
import * as deDetails from '@upvigil/core/languages/compiled/details/de';
import * as enDetails from '@upvigil/core/languages/compiled/details/en';
import * as esDetails from '@upvigil/core/languages/compiled/details/es';
import * as frDetails from '@upvigil/core/languages/compiled/details/fr';
import * as ptDetails from '@upvigil/core/languages/compiled/details/pt-br';
import * as roDetails from '@upvigil/core/languages/compiled/details/ro';
import * as deDocuments from '@upvigil/core/languages/compiled/documents/de';
import * as enDocuments from '@upvigil/core/languages/compiled/documents/en';
import * as esDocuments from '@upvigil/core/languages/compiled/documents/es';
import * as frDocuments from '@upvigil/core/languages/compiled/documents/fr';
import * as ptDocuments from '@upvigil/core/languages/compiled/documents/pt-br';
import * as roDocuments from '@upvigil/core/languages/compiled/documents/ro';
import { common } from '@upvigil/core/languages/compiled/english/common';
import { days } from '@upvigil/core/languages/compiled/english/days';
import { publicStates } from '@upvigil/core/languages/compiled/english/public-states';
import { states } from '@upvigil/core/languages/compiled/english/states';
import * as dePages from '@upvigil/core/languages/compiled/pages/de';
import * as enPages from '@upvigil/core/languages/compiled/pages/en';
import * as esPages from '@upvigil/core/languages/compiled/pages/es';
import * as frPages from '@upvigil/core/languages/compiled/pages/fr';
import * as ptPages from '@upvigil/core/languages/compiled/pages/pt-br';
import * as roPages from '@upvigil/core/languages/compiled/pages/ro';
import { type LocalFigures, localFigures } from '@upvigil/core/languages/local-figures';
import { localCause } from '@upvigil/core/languages/public-causes';
import type { Words } from '@upvigil/core/languages/words';
import type { PublicStateWords } from '@upvigil/core/status/public-badges';
import type { PublicAlert } from '../view/alert-incidents.ts';

interface DocumentTexts extends Pick<Words, 'common' | 'days' | 'pages' | 'detail' | 'documents' | 'causes'> {
  states: PublicStateWords;
}

/** The language of a public document: its texts and number formats. */
export interface Locale {
  language: Language;
  texts: DocumentTexts;
  figures: LocalFigures;
  /** The query that links to other public documents need to keep the language. */
  query: string;
}

const textsOf = (
  pages: Pick<Words, 'common' | 'days' | 'states' | 'publicStates' | 'pages'>,
  details: Pick<Words, 'detail'>,
  documents: Pick<Words, 'documents' | 'causes'>,
): DocumentTexts => ({ ...pages, ...details, ...documents, states: { ...pages.states, ...pages.publicStates } });

const textsByLanguage: Readonly<Record<Language, DocumentTexts>> = {
  en: textsOf({ ...enPages, common, days, states, publicStates }, enDetails, enDocuments),
  de: textsOf(dePages, deDetails, deDocuments),
  es: textsOf(esPages, esDetails, esDocuments),
  fr: textsOf(frPages, frDetails, frDocuments),
  'pt-BR': textsOf(ptPages, ptDetails, ptDocuments),
  ro: textsOf(roPages, roDetails, roDocuments),
};

const figuresByLanguage = new Map<Language, LocalFigures>();

/** `setting` is the language of an address without a language parameter; 'auto': the browser's. */
export function localeFor(language: Language, setting: Language | 'auto'): Locale {
  const figures = figuresByLanguage.get(language) ?? localFigures(language);
  figuresByLanguage.set(language, figures);
  const query = language === setting ? '' : `?${languageParameter}=${language}`;
  return { language, texts: textsByLanguage[language], figures, query };
}

export const english: Locale = localeFor('en', 'en');

/** The public sentence of an alert in a language. */
export function localSentence(
  { alert_type, facts }: Pick<PublicAlert, 'alert_type' | 'facts'>,
  locale: Locale,
): string {
  const { target, problem } = facts;
  const { documents, causes } = locale.texts;
  if (alert_type !== 'RECOVERED') {
    const cause = localCause(facts.cause, causes, locale.figures);
    if (problem === 'metadata' || problem === 'search') return documents[problem]({ target });
    return documents[problem]({ target, cause });
  }
  if (facts.lasted_seconds === null) return documents[`${problem}Ended`]({ target });
  return documents[`${problem}EndedAfter`]({ target, duration: locale.figures.duration(facts.lasted_seconds) });
}
