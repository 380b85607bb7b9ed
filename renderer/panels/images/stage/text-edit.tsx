import { ArrowLeft, Star, Trash2 } from 'lucide-react';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { openRoute } from '../../../lib/gateway/patch/open-route.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { showOnStage } from '../form.ts';
import { confirmDelete } from '../gallery/selection.ts';
import { imageStore, useCards } from '../images.ts';
import { type Generation, stateOf, titleOf } from '../model/generation.ts';
import type { TextEdit } from '../model/text-edit.ts';
import s from './result-view.module.css';

/** A text edit of an earlier version: what was sent, and what came back. It is sent again from Request. */
export function TextEditView({ generation, edit }: { generation: Generation; edit: TextEdit }) {
  const { text: t, result } = useStrings().images;
  const { id, order, calls } = generation;
  const { input, instruction, results } = edit;
  const isStarred = useCards()?.find((card) => card.id === id)?.starred ?? false;
  const exchangeId = calls.findLast((call) => call.exchangeId)?.exchangeId;
  const parts = [
    { title: t.before, text: input, isResult: false },
    { title: t.instruction, text: instruction, isResult: false },
    ...results.map((text, index) => ({ title: t.after(index + 1, results.length), text, isResult: true })),
  ];
  const sendFromRequest = () => {
    const { connectionId, keyId, model } = order;
    openRoute({ connectionId, keyId, routeId: 'edits', model, values: { input, instruction } });
  };
  return (
    <article className={classes(layout.fill, s.result)} aria-label={instruction.slice(0, 120)}>
      <header className={s.head}>
        <IconButton
          label={result.back}
          shortcut="Esc"
          size="sm"
          icon={<Icon of={ArrowLeft} size="s" />}
          onClick={() => showOnStage(null)}
        />
        <h2 className={`${s.title} cut-text`}>{titleOf(generation)}</h2>
        <StateBadge state={stateOf(generation)} />
        <Button size="sm" intent="quiet" onClick={sendFromRequest}>
          {t.openInRequest}
        </Button>
        <IconButton
          label={isStarred ? result.unstar : result.star}
          size="sm"
          pressed={isStarred}
          icon={<Icon of={Star} size="s" />}
          onClick={() => void imageStore().star(id, !isStarred)}
        />
        <IconButton
          label={result.delete}
          size="sm"
          icon={<Icon of={Trash2} size="s" />}
          onClick={() => confirmDelete([id])}
        />
        <ViewRequest exchangeId={exchangeId} />
      </header>
      <div className={s.scroll} data-alone tabIndex={-1}>
        {calls.map(
          ({ failure, sent }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other identity and never change their order
            failure && <FailureCard key={index} failure={failure} sent={sent} exchangeId={exchangeId ?? null} />,
        )}
        <div className={s.texts}>
          {parts.map(({ title, text, isResult }) => (
            <section key={title} aria-label={title}>
              <h3>
                {title}
                <CopyButton text={text} size="sm" labels={t.copy} />
              </h3>
              <p className={s.text} data-result={isResult || undefined}>
                {isResult ? <OutsideText text={text} /> : text || t.noInput}
              </p>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
