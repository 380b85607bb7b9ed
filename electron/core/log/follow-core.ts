import type { Core } from '#shared/contract/index.ts';
import type { EventLog } from './event-log.ts';

type FollowedCore = Pick<Core, 'host' | 'updates'>;

/** Notes what the core says of its storage and of updates, until the signal fires or the core closes. Never rejects. */
export async function followCore(core: FollowedCore, log: Pick<EventLog, 'note'>, signal: AbortSignal): Promise<void> {
  let told = new Set<string>();
  let wasSaving = true;
  let before = '';
  const look = async (area: 'host' | 'updates') => {
    if (area === 'host') {
      const { saving, notices } = await core.host.info({}, { signal });
      const now = new Set(notices.map(({ id }) => id));
      // The sentence of a notice names files; its id says what happened.
      for (const id of now) if (!told.has(id)) log.note('storage', { notice: id });
      if (saving !== wasSaving) log.note('storage', { saving });
      [told, wasSaving] = [now, saving];
    } else {
      const { step, version, failure } = await core.updates.state({}, { signal });
      const facts = { step, version: step === 'idle' ? null : version, failure: failure?.code ?? null };
      if (JSON.stringify(facts) !== before && (before !== '' || step !== 'idle')) log.note('update', facts);
      before = JSON.stringify(facts);
    }
  };
  try {
    await look('host');
    await look('updates');
    for await (const { area } of core.host.changes({}, { signal }))
      if (area === 'host' || area === 'updates') await look(area);
  } catch {
    // The core is closed; nothing more happens to it.
  }
}
