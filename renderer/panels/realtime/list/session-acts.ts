import type { FileRef } from '#shared/protocol/part.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { attachTo } from '../live-session.ts';
import { shown, showSession } from '../store.ts';

/** What of a session can be saved as a file: its messages, its frames, or its audio, of one side or of both. */
export type SavedForm = 'text' | 'jsonl' | 'har' | 'stereo' | 'person' | 'model';

/** Saves a part of a session as a file. Audio that was not recorded is reported. */
export const saveSession = (id: string, form: SavedForm): Promise<void> =>
  attempt(async () => {
    const file = await fileOf(id, form);
    if (file) await saveFile(file);
    else toast({ title: strings().realtime.list.noTrack });
  });

async function fileOf(id: string, form: SavedForm): Promise<FileRef | null> {
  switch (form) {
    case 'text':
    case 'jsonl':
      return client.realtime.export({ id, form });
    case 'har':
      return client.exchanges.har({ ids: [id] });
    case 'stereo':
      return client.realtime.stereo({ id });
    default:
      return (await client.realtime.tracks({ id }))[form];
  }
}

/** Deletes a session with its frames and audio. */
export const removeSession = (id: string): Promise<void> =>
  attempt(async () => {
    await client.exchanges.forget({ ids: [id] });
    if (shown.getState().sessionId === id) showSession(null);
    attachTo(id).detach();
    await queryClient.invalidateQueries({ queryKey: ['realtime', 'sessions'] });
  });

/** Shows a toast if an action fails, since there is no other place for the failure. */
async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
