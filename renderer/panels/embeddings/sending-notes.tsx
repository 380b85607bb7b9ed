import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { embeddingsStore, switchBack, useChoices } from './embeddings.ts';
import { distinctNames } from './model/distinct-names.ts';
import { optionsOf } from './model/lab.ts';
import { useEmbed } from './use-embed.ts';
import { useHome } from './use-home.ts';
import s from './work.module.css';

/** What to know before Embed is pressed: where the vectors are from, what would be replaced, and why it was refused. */
export function SendingNotes({ said }: { said: string | undefined }) {
  const t = useStrings().embeddings.embed;
  const { origin, mustChoose } = useHome();
  const { replaced, running, overlay } = useEmbed();
  const model = useChoices((state) => state.model);
  const { base, overlay: second } = useStore(embeddingsStore(), ({ corpus }) => corpus);
  const fruitless = useStore(embeddingsStore(), (state) => state.fruitless);
  const options = optionsOf(useChoices((state) => state.settings));
  const { connection } = useActive();
  // After a run that gave nothing, its card says what was kept.
  const isReplacing = replaced > 0 && running === null && fruitless === null && !mustChoose && model !== '';
  const next = { connectionId: connection?.id ?? '', connectionName: connection?.name ?? '', model, options };
  const [from, to] = base && origin ? distinctNames({ ...base, ...origin }, next, t) : ['', ''];
  if (said === undefined && !mustChoose && !isReplacing) return null;
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
      {said !== undefined && <Note intent="warn">{said}</Note>}
    </div>
  );
}
