import { useQuery } from '@tanstack/react-query';
import type { Evidence } from '@upvigil/core/contract/evidence';
import { evidenceLines } from '@upvigil/core/format/evidence-lines';
import { alertEvidence } from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { saveFile } from '../../../components/downloads/save-file.ts';
import { PhaseBar } from '../../../components/phases/phase-bar.tsx';
import { CopyText } from '../../../components/secrets/made-secret-dialog.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';

/** Recorded response of an alert, with Copy and Download. */
export function RecordedResponse({ alertId }: { alertId: number }) {
  const query = useQuery(alertEvidence(alertId));
  return (
    <>
      <LoadState query={query} title="Could not load the recorded response">
        <Spinner />
      </LoadState>
      {query.data ? <Document evidence={query.data} /> : null}
    </>
  );
}

function Document({ evidence }: { evidence: Evidence }) {
  const text = evidenceLines(evidence).join('\n');
  return (
    <div className="grid gap-2 rounded-md bg-(--sunken) p-2 text-xs">
      {evidence.phases ? <PhaseBar phases={evidence.phases} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable container must be focusable by keyboard */}
      <pre className="max-h-96 overflow-auto whitespace-pre-wrap wrap-anywhere" tabIndex={0}>
        {text}
      </pre>
      <div className="flex gap-2">
        <CopyText text={text} />
        <Button
          onClick={() =>
            saveFile(
              `alert-${evidence.alert_id}.json`,
              new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' }),
            )
          }
        >
          Download
        </Button>
      </div>
    </div>
  );
}
