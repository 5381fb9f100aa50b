import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundUrl } from '@upvigil/core/contract/urls';
import { limits } from '@upvigil/core/limits';
import { useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { spokenUrl } from '../components/rows/spoken-url.ts';

/** Fewer letters stand in every address. */
const fewestLetters = 2;
/** Typing that is faster than this asks once. */
const pauseMs = 150;
const none: readonly FoundUrl[] = [];

/** What the server knows of URLs whose address has the word that was typed; what was found before until the answer is there. */
export function useFoundUrls(search: string): readonly FoundUrl[] {
  const text = useSettled(wordOf(search));
  const isAsked = text.length >= fewestLetters;
  const { data } = useQuery({
    queryKey: ['found-urls', text],
    queryFn: async ({ signal }) => (await api()).urls.search({ query: { text }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (isAsked && data) || none;
}

/** The longest word: an address has no spaces, and the others may stand in the website's name. */
function wordOf(search: string): string {
  const words = spokenUrl(search.trim()).split(/\s+/);
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  return longest.slice(0, limits.searchText.maxLength);
}

/** A text once it stays the same. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
