import type { Language } from '@upvigil/core/languages/languages';
import { type AnswerForm, type CachedResponse, makeCachedResponse } from '../../../api/http/cached-response.ts';

/** A document in one language. */
interface Edition {
  answer: CachedResponse;
  /** What the answer was sent with, as one text to compare. */
  form: string;
  isOutdated: boolean;
  /** Since it was built. */
  wasAsked: boolean;
}

interface Document {
  content: Content;
  /** Those that were asked for: one at most for each language. */
  editions: Map<Language, Edition>;
}

/** How a document is made. What has no words is the same in all languages: `isSpoken` is false, and it is made once. */
export interface Content {
  isSpoken: boolean;
  form: (language: Language) => AnswerForm;
  build: (language: Language) => string;
}

/**
 * Documents by path. One that was asked for since it was built is built again when it changes, and a crowd never waits for
 * it; the others are built when they are asked for, so that what few look at costs little.
 */
export interface Documents {
  /** The document at exactly this path, in this language, or null. */
  find(path: string, language?: Language): CachedResponse | null;
  /** Adds a document, or says that what it is built from changed. */
  put(path: string, content: Content): void;
  remove(path: string): void;
  /** Says of the documents at these paths that what they are built from changed. */
  outdate(paths: Iterable<string>): void;
  /** Builds what changed and was asked for since it was built, and forgets the others that changed. Call it after each refresh. */
  buildAhead(): void;
}

export function createDocuments(): Documents {
  const documents = new Map<string, Document>();
  return {
    find(path, asked = 'en') {
      const document = documents.get(path);
      if (!document) return null;
      const language = document.content.isSpoken ? asked : 'en';
      const edition = document.editions.get(language);
      const current = !edition || edition.isOutdated ? build(document, language) : edition;
      current.wasAsked = true;
      return current.answer;
    },
    put(path, content) {
      const known = documents.get(path);
      if (!known) documents.set(path, { content, editions: new Map() });
      else {
        known.content = content;
        outdate(known);
      }
    },
    outdate(paths) {
      for (const path of paths) {
        const known = documents.get(path);
        if (known) outdate(known);
      }
    },
    remove: (path) => void documents.delete(path),
    buildAhead() {
      for (const document of documents.values()) {
        for (const [language, edition] of document.editions) {
          if (!edition.isOutdated) continue;
          if (edition.wasAsked) build(document, language);
          else document.editions.delete(language);
        }
      }
    },
  };
}

function outdate({ editions }: Document): void {
  for (const edition of editions.values()) edition.isOutdated = true;
}

/** Compresses only what differs: most refreshes change few documents. */
function build({ content, editions }: Document, language: Language): Edition {
  const body = Buffer.from(content.build(language));
  const answerForm = content.form(language);
  const form = JSON.stringify(answerForm);
  const known = editions.get(language);
  const isSame = known?.form === form && known.answer.identity.body.equals(body);
  const answer = known && isSame ? known.answer : makeCachedResponse(body, answerForm);
  const built = { answer, form, isOutdated: false, wasAsked: false };
  editions.set(language, built);
  return built;
}
