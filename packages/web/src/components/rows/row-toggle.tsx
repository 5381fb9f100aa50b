import { ChevronRight } from 'lucide-react';

interface RowToggleProps {
  /** For example 'Details: Edge TLS is down'. */
  label: string;
  isOpen: boolean;
  panelId: string;
  onToggle: () => void;
  className?: string;
}

/** Button that opens a row. It covers the whole row, which must have a CSS position. */
export const RowToggle = ({ label, isOpen, panelId, onToggle, className = '' }: RowToggleProps) => (
  <button
    type="button"
    aria-label={label}
    aria-expanded={isOpen}
    aria-controls={isOpen ? panelId : undefined}
    className={`inline-flex size-6 cursor-pointer items-center justify-center rounded-md text-(--muted) after:absolute after:inset-0 ${className}`}
    onClick={onToggle}
  >
    <ChevronRight aria-hidden="true" size={16} className={`[transition:120ms] ${isOpen ? 'rotate-90' : ''}`} />
  </button>
);
