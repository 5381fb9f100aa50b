/** What a public page is told: the id in its address, empty where there is none. */
export interface PublicPageProps {
  websiteId: string;
}
