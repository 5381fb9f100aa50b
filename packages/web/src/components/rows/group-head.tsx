interface GroupHeadProps {
  id?: string;
  title: string;
  count: number | undefined;
}

/** Heading of a group of rows in a card, with their number. */
export const GroupHead = ({ id, title, count }: GroupHeadProps) => (
  <h2 id={id} className="px-5 pt-3 pb-1.5 text-[0.8125rem] leading-5 max-md:px-4">
    {title} <span className="ml-1 font-medium text-(--hint)">{count}</span>
  </h2>
);
