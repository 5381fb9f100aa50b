export const SlackPanel = ({ websiteId }: { websiteId: number }) => <p>{websiteId}</p>;
