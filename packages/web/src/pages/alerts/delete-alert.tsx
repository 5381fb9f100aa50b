import type { Alert } from '@upvigil/core/contract/alerts';
import { Trash2 } from 'lucide-react';

interface DeleteAlertProps {
  alert: Alert;
  onDelete: (alert: Alert) => void;
  className?: string;
}

/** Delete button of an alert; requires confirmation. */
export const DeleteAlert = ({ alert, onDelete, className = '' }: DeleteAlertProps) => (
  <button
    type="button"
    aria-label={`Delete alert ${alert.id}: ${alert.message}`}
    title="Delete"
    className={`inline-flex size-8 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--down-fg) pointer-coarse:size-11 ${className}`}
    onClick={() => onDelete(alert)}
  >
    <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.5} />
  </button>
);
