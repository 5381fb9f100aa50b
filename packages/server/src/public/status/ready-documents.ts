import { setImmediate as nextTimeSlice } from 'node:timers/promises';
import type { Language } from '@upvigil/core/contract/names/languages';
import { type AnswerForm, type CachedResponse, makeCachedResponse } from '../../api/http/cached-response.ts';
import { inLanguage } from './documents/document-forms.ts';
import type { PublicDocument } from './documents/document-table.ts';
import { localeFor } from './documents/locale.ts';
import type { PublicView } from './view/public-view.ts';

/** A document in one language. */
interface Edition {
  response: CachedResponse;
  /** The headers that it is sent with, as one text to compare. */
  form: string;
  /** Whether it was requested since it was rendered. */
  wasAsked: boolean;
}

interface Entry {
  document: PublicDocument;
  editions: Map<Language, Edition>;
}

type DocumentAt = (path: string, view: PublicView) => PublicDocument | null;

/** Longest rendering time before other work gets a time slice. */
const timeSliceMs = 5;

/**
 * Responses by path and language. A requested one is rendered again when its content changes, so that a crowd never
 * waits for it. Others are dropped and rendered on request.
 */
export function createReadyDocuments(documentAt: DocumentAt) {
  const entries = new Map<string, Entry>();
  let view: PublicView | null = null;

  const entryAt = (path: string, current: PublicView): Entry | null => {
    const known = entries.get(path);
    if (known) return known;
    const document = documentAt(path, current);
    return document && { document, editions: new Map() };
  };
  /** Reads the current view in each slice, because it may be replaced meanwhile. */
  const renderInSlices = async (outdated: readonly [path: string, language: Language][]): Promise<void> => {
    let sliceEnds = performance.now() + timeSliceMs;
    for (const [path, language] of outdated) {
      const entry = entries.get(path);
      const before = entry?.editions.get(language);
      if (view === null || !entry || !before || lacksDetails(entry.document, view)) continue;
      entry.editions.set(language, render(entry.document, view, language, before));
      if (performance.now() < sliceEnds) continue;
      await nextTimeSlice();
      sliceEnds = performance.now() + timeSliceMs;
    }
  };

  return {
    /** The response at exactly this path. Null when there is none, or its website's details are not read. */
    find(path: string, asked: Language): CachedResponse | null {
      if (view === null) return null;
      const entry = entryAt(path, view);
      if (entry === null) return null;
      const language = entry.document.language === 'none' ? 'en' : asked;
      let edition = entry.editions.get(language);
      if (edition === undefined) {
        if (lacksDetails(entry.document, view)) return null;
        edition = render(entry.document, view, language);
        entry.editions.set(language, edition);
        entries.set(path, entry);
      }
      edition.wasAsked = true;
      return edition.response;
    },
    /** The website whose details are missing for the document at this path; null for none. */
    lackingDetails(path: string): number | null {
      const document = view && entryAt(path, view)?.document;
      return document && view && lacksDetails(document, view) ? document.website_id : null;
    },
    /** Websites whose details were requested since they were rendered. */
    askedDetails(): Set<number> {
      const asked = new Set<number>();
      for (const { document, editions } of entries.values()) {
        if (!document.needsDetails || document.website_id === null) continue;
        if ([...editions.values()].some(({ wasAsked }) => wasAsked)) asked.add(document.website_id);
      }
      return asked;
    },
    /** Replaces the view. `isChanged` selects the documents that change. Resolves when the requested ones are rendered. */
    async show(next: PublicView, isChanged: (document: PublicDocument) => boolean): Promise<void> {
      view = next;
      const outdated: [path: string, language: Language][] = [];
      for (const [path, entry] of entries) {
        for (const language of updateEntry(entry, documentAt(path, next), next, isChanged))
          outdated.push([path, language]);
        if (entry.editions.size === 0) entries.delete(path);
      }
      await renderInSlices(outdated);
    },
  };
}

/**
 * Drops editions that are gone or that changed without being requested. Returns the languages of the other changed
 * ones.
 */
function updateEntry(
  entry: Entry,
  document: PublicDocument | null,
  view: PublicView,
  isChanged: (document: PublicDocument) => boolean,
): Language[] {
  if (document === null) {
    entry.editions.clear();
    return [];
  }
  entry.document = document;
  if (!isChanged(document)) return [];
  for (const [language, { wasAsked }] of entry.editions) {
    if (!wasAsked || lacksDetails(document, view)) entry.editions.delete(language);
  }
  return [...entry.editions.keys()];
}

const lacksDetails = ({ needsDetails, website_id }: PublicDocument, { details }: PublicView): boolean =>
  needsDetails && website_id !== null && !details.has(website_id);

/** Keeps an unchanged response, with its compressed bodies. */
function render(document: PublicDocument, view: PublicView, language: Language, before?: Edition): Edition {
  const setting = document.language === 'named' ? 'en' : view.language;
  const body = Buffer.from(document.render(view, localeFor(language, setting)));
  const answerForm = formOf(document, view, language);
  const form = JSON.stringify(answerForm);
  const isSame = before?.form === form && before.response.identity.body.equals(body);
  return { response: isSame ? before.response : makeCachedResponse(body, answerForm), form, wasAsked: false };
}

function formOf(document: PublicDocument, view: PublicView, language: Language): AnswerForm {
  const form = document.form(view);
  if (document.language === 'none') return form;
  return inLanguage(form, language, document.language === 'named' ? 'en' : view.language);
}
