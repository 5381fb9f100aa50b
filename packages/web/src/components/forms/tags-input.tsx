import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from './field.tsx';

interface TagsInputProps {
  label: string;
  isOptional?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  tags: readonly string[];
  /** Tags that exist already. */
  suggestions: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Texts between commas or blanks, without repetitions. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const added = typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((tag) => tag.replace(/^#/, ''))
    .filter(Boolean);
  return [...new Set([...tags, ...added])];
}

/** Tags as chips. Enter, a comma or a blank ends a tag; Backspace in the empty field removes the last one. */
export function TagsInput({ label, isOptional, hint, error, tags, suggestions, onChange }: TagsInputProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const finish = (text: string) => {
    setTyped('');
    const changed = withTags(tags, text);
    if (changed.length > tags.length) onChange(changed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      // Enter would submit the form.
      event.preventDefault();
      finish(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  };
  return (
    <Field label={label} isOptional={isOptional} hint={hint} error={error}>
      {(attributes) => (
        <span className="control flex w-full flex-wrap items-center gap-1 py-1">
          {tags.map((tag) => (
            <span
              key={tag}
              className="inline-flex h-6 max-w-full items-center rounded-[5px] border border-(--border-strong) pl-1.5 text-xs font-medium text-(--muted)"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center hover:text-(--text) pointer-coarse:size-9"
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <X aria-hidden="true" size={12} />
              </button>
            </span>
          ))}
          <input
            {...attributes}
            type="text"
            list={listId}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            className="min-w-24 flex-1 rounded-sm bg-transparent"
            value={typed}
            onChange={({ target }) => {
              if (/[\s,;]$/.test(target.value)) finish(target.value);
              else setTyped(target.value);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => finish(typed)}
          />
          <datalist id={listId}>
            {suggestions
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </span>
      )}
    </Field>
  );
}
