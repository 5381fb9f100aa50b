// Made by `npm run languages` from catalogues/en.json.

export const lists = {
  filter: (d: { noun: string | number }) => "Filter " + d.noun,
  search: (d: { noun: string | number }) => "Search " + d.noun,
  placeholder: "Search…",
  sort: "Sort",
  shownOf: (d: { shown: string | number; total: string | number }) => d.shown + " of " + d.total,
  reset: "Reset",
  showMore: (d: { count: string | number }) => "Show " + d.count + " more",
};
