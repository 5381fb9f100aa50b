import { mayUse, type Scope, scopeMeanings, scopes } from '@upvigil/core/contract/names/scopes';
import { accessMessages } from '@upvigil/core/texts/access';
import { useId } from 'react';
import { toggled } from '../../../../components/forms/toggles.tsx';

interface ScopeChoiceProps {
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (chosen: Scope[]) => void;
}

export function ScopeChoice({ chosen, error, onChange }: ScopeChoiceProps) {
  const id = useId();
  const flip = (changed: Scope) => (isOn: boolean) =>
    onChange(scopes.filter((scope) => (scope === changed ? isOn : chosen.includes(scope))));
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">Scopes</legend>
      {scopes.map((scope) => (
        <div key={scope} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
          <label className="col-span-full flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              aria-describedby={`${id}-${scope}`}
              className="size-4 accent-(--accent)"
              {...toggled(chosen.includes(scope), flip(scope))}
            />
            {scope}
          </label>
          <p id={`${id}-${scope}`} className="col-start-2 text-xs text-(--muted)">
            {scopeMeanings[scope]}
          </p>
        </div>
      ))}
      {error ? (
        <p id={`${id}-error`} className="text-xs text-(--down-fg)">
          {error}
        </p>
      ) : null}
      <p role="status" className="mt-1 text-(--warn-fg)">
        {mayUse(chosen, 'backup') ? accessMessages.token.readsAll : null}
      </p>
    </fieldset>
  );
}
