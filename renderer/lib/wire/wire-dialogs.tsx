import { useStore } from 'zustand';
import { lazyPart } from '../../ui/lazy-module.ts';
import { askedSnippet } from './asked-snippet.ts';
import { ReplayQuestion } from './replay-question.tsx';

const SnippetDialog = lazyPart(async () => (await import('./snippet-dialog.tsx')).SnippetDialog);

/** What the acts on an exchange ask: before a costly replay, and in which language a request is copied. */
export function WireDialogs() {
  const isAsked = useStore(askedSnippet, ({ of }) => of !== null);
  return (
    <>
      <ReplayQuestion />
      {isAsked && <SnippetDialog />}
    </>
  );
}
