import { useEffect } from 'react';
import { strings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/page/announce.ts';
import { spokenText } from '../../lib/page/spoken-text.ts';
import type { LiveSession } from './model/session-view.ts';

const recentMs = 10_000;

/** Says to people who listen what the model wrote. What it spoke they hear from the model itself. */
export function useAnnouncedSayings(session: LiveSession): void {
  useEffect(() => {
    const isDone = () => new Set(session.view.getState().sayings.flatMap(({ itemId, done }) => (done ? [itemId] : [])));
    let said = isDone();
    return session.view.subscribe((view, before) => {
      if (view.sayings === before.sayings) return;
      const { model, tool: toolWord, conversation } = strings().realtime;
      for (const { itemId, who, text, done, spoken, tool, endMs } of view.sayings) {
        // A page that comes back to a session is told all of it at once: what is long over is not said again.
        if (said.has(itemId) || !done || who !== 'model' || view.atMs - endMs > recentMs) continue;
        if (tool) announce(`${toolWord}: ${conversation.tool(tool.name)}`);
        else if (!spoken && text) announce(`${model}: ${spokenText(text)}`);
      }
      said = isDone();
    });
  }, [session]);
}
