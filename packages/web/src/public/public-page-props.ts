/** Props of a public page. The id is empty if the address has none. */
export interface PublicPageProps {
  websiteId: string;
  /** Token of the share link in the address; empty without one. */
  link?: string;
}
