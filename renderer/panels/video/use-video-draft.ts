import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker, type SendBlocker } from '../../lib/runs/send-blocker.ts';
import { remixDraft, sentVideoFields, videoDraft } from './model/video-request.ts';
import { useVideo } from './store.ts';
import { useTasks } from './use-tasks.ts';

export interface VideoDrafts {
  /** One per selected model; one for a remix; none without a connection. */
  drafts: DraftInput[];
  /** Why it cannot be sent yet. */
  missing: SendBlocker | undefined;
  /** The task being remixed. */
  origin: TaskSummary | null;
}

/** Returns the requests as they would be sent now. */
export function useVideoDrafts(): VideoDrafts {
  const t = useStrings().video.needs;
  const { connection, key } = useActive();
  const form = useVideo();
  const { tasks } = useTasks();
  const origin = form.remixOf === null ? null : (tasks.find(({ id }) => id === form.remixOf) ?? null);
  const sender = connection && { connectionId: connection.id, keyId: key?.id };
  const { problems } = sentVideoFields(form.settings, form.dialect);

  if (origin?.taskId != null) {
    // A remix belongs to the gateway that made the video, whichever connection is active now.
    const own = { connectionId: origin.connectionId, keyId: origin.keyId ?? undefined };
    return {
      drafts: [remixDraft(origin.taskId, form.prompt, own)],
      missing: firstBlocker([[!form.prompt.trim(), t.prompt, { place: 'prompt' }]]),
      origin,
    };
  }
  const models = [...new Set([form.model, ...form.also])].filter((model) => model !== '');
  const missing = firstBlocker([
    [!sender, t.connection, { place: 'key' }],
    [models.length === 0, t.model, { place: 'model' }],
    [!form.prompt.trim(), t.prompt, { place: 'prompt' }],
    [problems.length > 0, t.values(problems), { parameter: problems[0] ?? '' }],
  ]);
  const drafts = sender ? (models.length > 0 ? models : ['']).map((model) => videoDraft(form, model, sender)) : [];
  return { drafts, missing, origin: null };
}
