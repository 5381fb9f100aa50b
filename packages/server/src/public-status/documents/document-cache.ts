import { type AnswerForm, type CachedResponse, makeCachedResponse } from '../../http/cached-response.ts';

/** For how many refreshes a document that was asked for is built ahead: about a minute while checks run. */
const warmRounds = 60;

interface Document {
  build: () => string;
  form: AnswerForm;
  /** Null until it is built. */
  answer: CachedResponse | null;
  isOutdated: boolean;
  warmth: number;
}

/** Documents by path. Those that were asked for lately are built when they change; the others when they are asked for. */
export interface Documents {
  /** The document at exactly this path, or null. */
  find(path: string): CachedResponse | null;
  /** Adds a document, or says that what it is built from changed. */
  put(path: string, form: AnswerForm, build: () => string): void;
  remove(path: string): void;
  /** Builds what changed and was asked for lately, so that nobody waits for it. Call it once after each refresh. */
  buildWarm(): void;
}

export function createDocuments(): Documents {
  const documents = new Map<string, Document>();
  return {
    find(path) {
      const document = documents.get(path);
      if (!document) return null;
      document.warmth = warmRounds;
      return document.isOutdated || !document.answer ? build(document) : document.answer;
    },
    put(path, form, buildText) {
      const known = documents.get(path);
      if (known) Object.assign(known, { form, build: buildText, isOutdated: true });
      else documents.set(path, { form, build: buildText, answer: null, isOutdated: true, warmth: 0 });
    },
    remove: (path) => void documents.delete(path),
    buildWarm() {
      for (const document of documents.values()) {
        if (document.warmth > 0) document.warmth -= 1;
        else document.answer = null;
        if (document.warmth > 0 && document.isOutdated) build(document);
      }
    },
  };
}

/** Compresses only what differs: most refreshes change few documents. */
function build(document: Document): CachedResponse {
  const body = Buffer.from(document.build());
  const isSame = document.answer?.identity.body.equals(body) ?? false;
  const answer = isSame && document.answer ? document.answer : makeCachedResponse(body, document.form);
  document.answer = answer;
  document.isOutdated = false;
  return answer;
}
