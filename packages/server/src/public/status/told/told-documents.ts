import { apiPrefix } from '@upvigil/core/api-prefix';
import { publicPaths } from '@upvigil/core/public-paths';
import type { Documents } from '../documents/document-cache.ts';
import { type PublicMaterial, putterOf, text, textOf, withNews, wordless } from '../documents/public-documents.ts';
import type { Speech } from '../documents/speech/speech.ts';
import type { PublicState } from '../figures/public-state.ts';
import { publishedRun } from '../maintenance/public-runs.ts';
import { runsShown } from '../maintenance/shown-runs.ts';
import { isOpen, publishedIncident, type ToldIncident } from './told-incident.ts';
import { incidentPagePath, type ToldSurroundings } from './told-pages.ts';
import { incidentText } from './told-text.ts';

const incidentPath = (id: number): string => apiPrefix + publicPaths.incident.replace(':incidentId', String(id));
const openPagePath = apiPrefix + publicPaths.page;

/** GET /api/public/page. */
const openPage = (told: readonly ToldIncident[], state: PublicState) => ({
  incidents: told.filter(isOpen).map(publishedIncident),
  ...{ maintenances: runsShown(state).map(publishedRun), subscribe: false },
});

export const surroundingsOf = ({ state }: PublicMaterial, speech: Speech): ToldSurroundings => ({
  ...{ brand: state.brand, base_url: state.base_url, speech },
});

/** Documents of each incident that is in memory, and one of all that are open. */
export interface ToldDocuments {
  /** Takes what is told now. What it changes is built when somebody asks. */
  take(told: readonly ToldIncident[]): void;
}

export function createToldDocuments(documents: Documents, material: PublicMaterial): ToldDocuments {
  let shown = new Map<number, ToldIncident>();
  const putJson = (path: string, make: () => unknown): void =>
    documents.put(
      path,
      wordless(
        () => withNews(material.state),
        () => JSON.stringify(make()),
      ),
    );
  const put = (id: number, told: ToldIncident): void => {
    const { pages } = material;
    const putSpoken = putterOf(documents, material);
    const view = () => ({ told, affected: material.affectedBy(told) });
    putJson(incidentPath(id), () => publishedIncident(told));
    putSpoken(incidentPagePath(id), { ...text, ...pages.form }, (speech) =>
      pages.incident(view(), surroundingsOf(material, speech)),
    );
    putSpoken(textOf(incidentPagePath(id)), text, (speech) => incidentText(view(), surroundingsOf(material, speech)));
  };
  const remove = (id: number): void => {
    for (const path of [incidentPath(id), incidentPagePath(id), textOf(incidentPagePath(id))]) documents.remove(path);
  };
  return {
    take(told) {
      const next = new Map(told.map((one) => [one.id, one]));
      for (const id of shown.keys()) if (!next.has(id)) remove(id);
      shown = next;
      for (const [id, one] of next) put(id, one);
      putJson(openPagePath, () => openPage(told, material.state));
    },
  };
}
