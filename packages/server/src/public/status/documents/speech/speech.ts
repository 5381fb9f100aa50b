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
import { publicStates } from '@upvigil/core/languages/compiled/english/public-states';
import { states } from '@upvigil/core/languages/compiled/english/states';
import * as dePages from '@upvigil/core/languages/compiled/pages/de';
import * as enPages from '@upvigil/core/languages/compiled/pages/en';
import * as esPages from '@upvigil/core/languages/compiled/pages/es';
import * as frPages from '@upvigil/core/languages/compiled/pages/fr';
import * as ptPages from '@upvigil/core/languages/compiled/pages/pt-br';
import * as roPages from '@upvigil/core/languages/compiled/pages/ro';
import { type Language, languageParameter } from '@upvigil/core/languages/languages';
import { type LocalFigures, localFigures } from '@upvigil/core/languages/local-figures';
import type { Words } from '@upvigil/core/languages/words';
import type { PublicStateWords } from '@upvigil/core/status/public-badges';

interface DocumentWords extends Pick<Words, 'pages' | 'detail' | 'documents' | 'causes'> {
  states: PublicStateWords;
}

/** What a public document is told in. */
export interface Speech {
  language: Language;
  words: DocumentWords;
  figures: LocalFigures;
  /** What links to other public documents end with, so that they are in the same language. */
  query: string;
}

const wordsOf = (
  pages: Pick<Words, 'states' | 'publicStates' | 'pages'>,
  details: Pick<Words, 'detail'>,
  documents: Pick<Words, 'documents' | 'causes'>,
): DocumentWords => ({ ...pages, ...details, ...documents, states: { ...pages.states, ...pages.publicStates } });

const wordsByLanguage: Readonly<Record<Language, DocumentWords>> = {
  en: wordsOf({ ...enPages, states, publicStates }, enDetails, enDocuments),
  de: wordsOf(dePages, deDetails, deDocuments),
  es: wordsOf(esPages, esDetails, esDocuments),
  fr: wordsOf(frPages, frDetails, frDocuments),
  'pt-BR': wordsOf(ptPages, ptDetails, ptDocuments),
  ro: wordsOf(roPages, roDetails, roDocuments),
};

const figuresByLanguage = new Map<Language, LocalFigures>();

/** Speech in a language. `setting` is the language that an address without one is answered in; 'auto' is none. */
export function speechIn(language: Language, setting: Language | 'auto'): Speech {
  const figures = figuresByLanguage.get(language) ?? localFigures(language);
  figuresByLanguage.set(language, figures);
  const query = language === setting ? '' : `?${languageParameter}=${language}`;
  return { language, words: wordsByLanguage[language], figures, query };
}

export const english: Speech = speechIn('en', 'en');
