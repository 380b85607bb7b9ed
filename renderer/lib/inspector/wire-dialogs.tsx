import { useStore } from 'zustand';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { ReplayQuestion } from './replay-question.tsx';
import { requestedSnippet } from './snippets/asked-snippet.ts';

const SnippetDialog = lazyPart(async () => (await import('./snippets/snippet-dialog.tsx')).SnippetDialog);

/** What the acts on an exchange ask: before a costly replay, and in which language a request is copied. */
export function WireDialogs() {
  const isAsked = useStore(requestedSnippet, ({ of }) => of !== null);
  return (
    <>
      <ReplayQuestion />
      {isAsked && <SnippetDialog />}
    </>
  );
}
