/** After the words of a link that leads on. */
export function ArrowIcon() {
  return (
    <svg
      aria-hidden="true"
      className="ml-1 inline"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2 6h8M6.5 2.5 10 6 6.5 9.5" />
    </svg>
  );
}
