// Made by `npm run languages` from catalogues/en.json.

export const common = {
  skip: "Skip to content",
  themeSystem: "System",
  themeLight: "Light",
  themeDark: "Dark",
  theme: (d: { choice: string | number }) => "Theme: " + d.choice,
  themeChange: (d: { choice: string | number; next: string | number }) => "Theme: " + d.choice + ". Change to " + d.next,
  loading: "Loading",
  justNow: "less than a minute ago",
  brokenTitle: "This page could not be shown",
  brokenMessage: "Something in it went wrong, or Upvigil was upgraded since this window was opened. Monitoring goes on.",
  reload: "Reload",
};
