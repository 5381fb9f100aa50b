import { useQueryClient } from '@tanstack/react-query';
import { messages } from '@upvigil/core/texts/messages';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../api/api.ts';
import { concerns } from '../api/live/live.ts';
import { useDialogs } from '../components/dialogs/dialogs.tsx';
import { useLeave } from '../shell/boundary/unsaved-changes.tsx';
import type { ThemeChoice } from '../shell/theme/theme.ts';
import { useLogout } from '../shell/use-logout.ts';
import type { Command } from './commands.ts';
import type { Target } from './targets.ts';

interface RunOptions {
  onClose: () => void;
  /** Shows the list of keys. */
  onKeys: () => void;
  /** Asks how long a website or service stays muted. */
  onMute: (target: Target) => void;
  setTheme: (theme: ThemeChoice) => void;
}

export interface Run {
  go: (path: string) => Promise<void>;
  command: (does: Command['does']) => Promise<void>;
}

/**
 * Runs the selected entry. Closes the palette first, so that focus returns before a dialog opens. The function is
 * stable, so that rows do not render again.
 */
export function useRun({ onClose, onKeys, onMute, setTheme }: RunOptions): Run {
  const navigate = useNavigate();
  const leave = useLeave();
  const logout = useLogout();
  const check = useCheck();
  const go = async (path: string) => {
    if (await leave()) navigate(path);
  };
  const command = async (does: Command['does']) => {
    if (does === 'logout') return await logout();
    if (does === 'keys') return onKeys();
    if ('theme' in does) return setTheme(does.theme);
    if ('mute' in does) return onMute(does.mute);
    if ('check' in does) return await check(does.check);
    if (does.isNewTab) return openInNewTab(does.path);
    await go(does.path);
  };
  const afterClosing = <T>(run: (chosen: T) => Promise<void>) => {
    return async (chosen: T) => {
      onClose();
      await run(chosen);
    };
  };
  const run: Run = { go: afterClosing(go), command: afterClosing(command) };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useMemo(
    () => ({ go: (path) => latest.current.go(path), command: (does) => latest.current.command(does) }),
    [],
  );
}

export const openInNewTab = (path: string): void => void window.open(path, '_blank', 'noopener');

function useCheck(): (target: Target) => Promise<void> {
  const queryClient = useQueryClient();
  const { alert, notify } = useDialogs();
  return async ({ monitor, website }) => {
    if (!monitor) return;
    try {
      const { urls, networkMonitors } = await api();
      if (monitor.kind === 'url') await urls.check({ params: { urlId: monitor.id } });
      else await networkMonitors.check({ params: { monitorId: monitor.id } });
    } catch {
      return await alert(messages.url.triggerFailed);
    }
    notify(messages.url.triggered);
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => concerns(queryKey, new Set([website.id])) });
  };
}
