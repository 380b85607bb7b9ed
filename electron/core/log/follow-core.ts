import type { Core } from '#shared/contract/index.ts';
import type { EventLog } from './event-log.ts';

type FollowedCore = Pick<Core, 'host' | 'updates'>;

/** Logs storage and update events of the core, until the signal fires or the core closes. Never rejects. */
export async function followCore(core: FollowedCore, log: Pick<EventLog, 'note'>, signal: AbortSignal): Promise<void> {
  let reported = new Set<string>();
  let wasSaving = true;
  let before = '';
  const report = async (area: 'host' | 'updates') => {
    if (area === 'host') {
      const { saving, notices } = await core.host.info({}, { signal });
      const now = new Set(notices.map(({ id }) => id));
      // The text of a notice names files; its id says what happened.
      for (const id of now) if (!reported.has(id)) log.note('storage', { notice: id });
      if (saving !== wasSaving) log.note('storage', { saving });
      [reported, wasSaving] = [now, saving];
    } else {
      const { step, version, failure } = await core.updates.state({}, { signal });
      const facts = { step, version: step === 'idle' ? null : version, failure: failure?.code ?? null };
      if (JSON.stringify(facts) !== before && (before !== '' || step !== 'idle')) log.note('update', facts);
      before = JSON.stringify(facts);
    }
  };
  try {
    await report('host');
    await report('updates');
    for await (const { area } of core.host.changes({}, { signal }))
      if (area === 'host' || area === 'updates') await report(area);
  } catch {
    // The core is closed; nothing more will happen.
  }
}
