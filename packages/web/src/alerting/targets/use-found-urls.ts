import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundUrl } from '@upvigil/core/contract/urls';
import { limits } from '@upvigil/core/limits';
import { api } from '../../api/api.ts';
import { withoutScheme } from '../../components/rows/without-scheme.ts';
import { useSettled } from '../../components/states/use-settled.ts';

/** Shorter texts match nearly every address. */
const fewestLetters = 2;
/** Delay in ms, so that fast typing sends one request. */
const pauseMs = 150;
const none: readonly FoundUrl[] = [];

/** URLs whose label or address contains the longest typed word. Keeps earlier results until the response arrives. */
export function useFoundUrls(search: string): readonly FoundUrl[] {
  const text = useSettled(wordOf(search), pauseMs);
  const isAsked = text.length >= fewestLetters;
  const { data } = useQuery({
    queryKey: ['found-urls', text],
    queryFn: async ({ signal }) => (await api()).urls.search({ query: { text }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (isAsked && data) || none;
}

/** The longest word: an address has no spaces, and the other words may be part of the website's name or the label. */
function wordOf(search: string): string {
  const words = withoutScheme(search.trim()).split(/\s+/);
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  return longest.slice(0, limits.searchText.maxLength);
}
