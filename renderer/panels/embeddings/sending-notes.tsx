import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { embeddingsStore, switchBack, useChoices, useCorpus } from './embeddings.ts';
import { optionsOf } from './model/lab.ts';
import { distinctNames } from './model/run-facts.ts';
import { useEmbed, useHome } from './use-embed.ts';
import s from './work.module.css';

/** Notes next to the Embed button: where the vectors are from, what would be replaced, and why nothing was sent. */
export function SendingNotes({ reason }: { reason: string | undefined }) {
  const t = useStrings().embeddings.embed;
  const { origin, mustChoose } = useHome();
  const { replaced, running, overlay } = useEmbed();
  const model = useChoices((state) => state.model);
  const { base, overlay: second } = useCorpus();
  const emptyRun = useStore(embeddingsStore(), (state) => state.emptyRun);
  const options = optionsOf(useChoices((state) => state.settings));
  const { connection } = useActive();
  // After a run without vectors, its card says what was kept.
  const isReplacing = replaced > 0 && running === null && emptyRun === null && !mustChoose && model !== '';
  const next = { connectionId: connection?.id ?? '', connectionName: connection?.name ?? '', model, options };
  const [from, to] = base && origin ? distinctNames({ ...base, ...origin }, next, t) : ['', ''];
  if (reason === undefined && !mustChoose && !isReplacing) return null;
  return (
    <div className={s.notes}>
      {base && origin && mustChoose && (
        <OriginLine
          panel="embeddings"
          origin={origin}
          onUseHere={(place) => embeddingsStore().moveTo(place)}
          onSwitchBack={() => switchBack(base)}
        />
      )}
      {isReplacing && (
        <Note
          action={
            second === null && (
              <Button size="sm" onClick={() => overlay(model)}>
                {t.compare}
              </Button>
            )
          }
        >
          {t.replaces(replaced, from, to)}
        </Note>
      )}
      {reason !== undefined && <Note intent="warn">{reason}</Note>}
    </div>
  );
}
