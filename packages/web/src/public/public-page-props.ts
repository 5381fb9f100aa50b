/** Props of a public page: the id in its address, empty where there is none. */
export interface PublicPageProps {
  websiteId: string;
  /** The share link in its address, likewise. */
  link?: string;
}
