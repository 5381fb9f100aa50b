import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultGeneralSettings } from '@upvigil/core/contract/settings';
import { expect, inject, it, onTestFinished } from 'vitest';
import { readIncidents } from '../../packages/server/src/alerts/incidents/incident-store.ts';
import { openSqliteStorage } from '../../packages/server/src/storage/database.ts';
import { migrate } from '../../packages/server/src/storage/migrate.ts';
import { generalSettings } from '../../packages/server/src/storage/settings/general-settings-store.ts';
import { bundleProgram } from '../../packages/server/src/testing/bundle-program.ts';
import { makeAlert, makeMonitor, makeWebsite } from '../../packages/server/src/testing/rows.ts';
import type { AutomaticProcessSettings } from './automatic-process.ts';

it.skipIf(inject('postgresPort') !== null)(
  '23.4: two outages of one website make one incident, with kill -9 at each statement of its opening and after it',
  async () => {
    const bundle = await bundleProgram(new URL('./automatic-process.ts', import.meta.url));
    onTestFinished(() => bundle.remove());
    const dataDir = mkdtempSync(path.join(tmpdir(), 'upvigil-automatic-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const storage = openSqliteStorage(dataDir);
    await migrate(storage);
    const { db } = storage;
    const { id: website_id } = await makeWebsite(db);
    for (const place of [1, 2]) {
      const monitor = await makeMonitor(db, { website_id, is_up: 0 });
      const began_at = Date.now() - place * 60_000;
      const { id } = await makeAlert(db, monitor, { began_at, created_at: began_at });
      await db.updateTable('stored_monitors').set({ outage_alert_id: id }).where('id', '=', monitor.id).execute();
    }
    const automatic = { automatic_incidents: 'publish', automatic_after_minutes: 0 } as const;
    await generalSettings.save(db, { ...defaultGeneralSettings, ...automatic });
    await storage.close();

    const run = async (killedAtWrite: number): Promise<unknown> => {
      const settings: AutomaticProcessSettings = { dataDir, killedAtWrite };
      const child = fork(bundle.file, [JSON.stringify(settings)], { execArgv: [], stdio: 'inherit' });
      const [code, signal] = await once(child, 'exit');
      return signal ?? code;
    };
    const found = async () => {
      const reopened = openSqliteStorage(dataDir);
      const all = await readIncidents(reopened.db, (query) => query);
      const taken = await reopened.db.selectFrom('incident_alerts').select(['alert_id', 'incident_id']).execute();
      await reopened.close();
      return { all, taken };
    };
    let killed = 0;
    for (; (await found()).all.length === 0; killed++) expect(await run(killed)).toBe('SIGKILL');
    // All inserts and deletes, and the time after the commit.
    expect(killed).toBe(7);
    const opened = await found();
    expect(opened.all).toMatchObject([{ impact: 'major', updates: [{ status: 'investigating' }] }]);
    expect(opened.all[0]?.monitor_ids).toHaveLength(2);
    expect(opened.taken.map(({ incident_id }) => incident_id)).toEqual([opened.all[0]?.id, opened.all[0]?.id]);
    expect(await run(0)).toBe(0);
    expect(await found()).toEqual(opened);
  },
);
