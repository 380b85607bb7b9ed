import { ArrowLeft, Columns3, Ellipsis, ImagePlus, RotateCcw, Star } from 'lucide-react';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { showOnStage, showTogether } from '../form.ts';
import { Elapsed } from '../gallery/gallery-card.tsx';
import { confirmDelete } from '../gallery/selection.ts';
import { imageStore, restoreRequest, sendAgain, takeAsInput, useCards } from '../images.ts';
import { pendingTaskOf } from '../model/card.ts';
import {
  type Generation,
  isRunning,
  type MadeImage,
  mayRepeat,
  showsFailure,
  stateOf,
  titleOf,
  tookMs,
} from '../model/generation.ts';
import { textEditOf } from '../model/text-edit.ts';
import s from './result-view.module.css';

interface ResultHeadProps {
  generation: Generation;
  image: MadeImage | undefined;
}

/** One row: back, the state, and the actions. */
export function ResultHead({ generation, image }: ResultHeadProps) {
  const { result: t, text } = useStrings().images;
  const { id, order, createdAt, calls, together = [] } = generation;
  const isStarred = useCards()?.find((card) => card.id === id)?.starred ?? false;
  const exchangeId = calls.findLast((call) => call.exchangeId)?.exchangeId;
  const { mask } = order;
  // It is sent from Request.
  const isText = textEditOf(generation) !== null;
  const running = isRunning(generation);
  // The failure card already offers both actions.
  const failed = calls.filter(showsFailure);
  return (
    <header className={s.head}>
      <IconButton
        label={t.back}
        shortcut="Esc"
        size="sm"
        icon={<Icon of={ArrowLeft} size="s" />}
        onClick={() => showOnStage(null)}
      />
      <h2 className={`${s.title} cut-text`} title={order.prompt}>
        {titleOf(generation)}
      </h2>
      <span className={s.state}>
        <StateBadge state={stateOf(generation)} word={pendingTaskOf(generation) ? t.accepted : undefined} />
        <Elapsed since={createdAt} tookMs={tookMs(generation)} />
      </span>
      <div className={s.acts}>
        {!running && failed.length === 0 && !isText && (
          <Button
            size="sm"
            intent="quiet"
            icon={<Icon of={RotateCcw} size="s" />}
            onClick={() => sendAgain(generation)}
          >
            {t.sendAgain}
          </Button>
        )}
        {image?.file && (
          <Button
            size="sm"
            intent="quiet"
            icon={<Icon of={ImagePlus} size="s" />}
            onClick={() => takeAsInput(generation, image)}
          >
            {t.asInput}
          </Button>
        )}
        {together.length > 1 && (
          <IconButton
            label={t.sideBySide(together.length)}
            size="sm"
            icon={<Icon of={Columns3} size="s" />}
            onClick={() => showTogether(together)}
          />
        )}
        <IconButton
          label={isStarred ? t.unstar : t.star}
          size="sm"
          pressed={isStarred}
          icon={<Icon of={Star} size="s" />}
          onClick={() => void imageStore().star(id, !isStarred)}
        />
        <Menu
          align="end"
          trigger={<IconButton label={t.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
          items={[
            ...(failed.length > 0 && !failed.some(mayRepeat) && !isText
              ? [menuAction('again', t.unchanged, () => sendAgain(generation))]
              : []),
            ...(image?.file && mask
              ? [menuAction('masked', t.asMaskedInput, () => takeAsInput(generation, image, mask))]
              : []),
            menuAction('compose', isText ? text.openInRequest : t.compose, () => restoreRequest(generation)),
            menuAction('wire', t.wire, () => openWireRecord(exchangeId, 'response'), { disabled: !exchangeId }),
            { kind: 'separator', id: 'rule' },
            menuAction('delete', t.delete, () => confirmDelete([id]), { danger: true }),
          ]}
        />
        {failed.length === 0 && <ViewRequest exchangeId={exchangeId} />}
      </div>
    </header>
  );
}
