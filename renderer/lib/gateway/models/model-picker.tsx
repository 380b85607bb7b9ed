import { Check, RotateCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ModelRecord } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { withSigns } from '../../../ui/base/hidden-signs.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { ListCaption } from '../../../ui/lists/list-row.tsx';
import { SearchList } from '../../../ui/lists/search-list.tsx';
import { useAction } from '../../client/use-action.ts';
import { FailureText } from '../../failures/failure-text.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { useDates } from '../../i18n/use-dates.ts';
import { useActive } from '../connections/active.ts';
import { openFailureMenu } from '../demo/simulate-failure.tsx';
import { capabilitiesFor, ModelCapabilities } from './model-capabilities.tsx';
import {
  bestOf,
  isChoice,
  type ModelChoice,
  modelRows,
  rowKey,
  type SeveralModels,
  toggledModels,
} from './model-choices.ts';
import { isDead, noteRecentModel, useModelMarks, useRecentModels } from './model-history.ts';
import { refreshModels, useModels } from './model-list.ts';
import s from './model-picker.module.css';

export interface ModelPickerProps {
  connectionId: string | undefined;
  keyId: string | undefined;
  value: string;
  onValueChange: (model: string) => void;
  /** Lists the models that fit this route first. */
  routeId?: RouteId | undefined;
  /** Ids that are already used and are not offered. */
  except?: readonly string[];
  /** Lets the user select more than one. */
  several?: SeveralModels | undefined;
  /** Called when the selection of several is complete. */
  onDone?: (() => void) | undefined;
  /** Compares the model under the cursor with others; adds a button for it. */
  onCompare?: ((model: string) => void) | undefined;
}

const none: readonly string[] = [];

const rowPx = 32;
const captionPx = 28;

/**
 * Finds a model while typing, in a list of any length: recent ones, those that fit the route, then the others. An id
 * that no listing contains can always be typed.
 */
export function ModelPicker({
  connectionId,
  keyId,
  value,
  onValueChange,
  routeId,
  except = none,
  several,
  onDone,
  onCompare,
}: ModelPickerProps) {
  const { models: t, simulate } = useStrings().pieces;
  const isDemo = useActive().connections.find(({ id }) => id === connectionId)?.isDemo === true;
  const dates = useDates();
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { data } = useModels(connectionId, keyId);
  const recents = useRecentModels(connectionId);
  const marks = useModelMarks(connectionId);
  const refresh = useAction(refreshModels);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const models = data?.models;
  const rows = useMemo(() => {
    const usesOf = (model: ModelRecord) => capabilitiesFor(model).map(({ capability }) => t.capabilities[capability]);
    return modelRows({ models: models ?? [], query, recents, routeId, except, usesOf });
  }, [models, query, recents, routeId, except, t]);
  const choices = rows.filter(isChoice);
  const usual = choices.find(({ id }) => id === value) ?? choices[0];
  const active = choices.find((choice) => rowKey(choice) === activeKey) ?? (query ? bestOf(choices, query) : usual);
  const failure = refresh.failure ?? data?.failures[0] ?? null;
  const choose = (id: string) => {
    if (connectionId) noteRecentModel(connectionId, id);
    onValueChange(id);
  };
  const isSeveral = several !== undefined && several.ids.length > 1;
  const toggle = (id: string) => {
    const next = toggledModels(several, id);
    if (connectionId && next.includes(id)) noteRecentModel(connectionId, id);
    several?.onIdsChange(next);
  };
  /** Enter selects one model; of several, it completes the selection. */
  const complete = (id: string) => {
    if (!isSeveral) return choose(id);
    if (!several.ids.includes(id) && query) toggle(id);
    onDone?.();
  };

  return (
    <div className={s.picker} data-several={several !== undefined}>
      <SearchList
        field={input}
        query={query}
        onQueryChange={setQuery}
        fieldLabel={t.placeholder}
        mono
        label={t.list}
        rows={rows}
        rowKey={rowKey}
        rowHeight={(row) => (isChoice(row) ? rowPx : captionPx)}
        isChoice={isChoice}
        active={active}
        onActiveKeyChange={setActiveKey}
        activeWords={active && (several?.ids.includes(active.id) ? t.isSelected(active.id) : active.id)}
        onEnter={({ id }, event) => (several && (event?.ctrlKey || event?.metaKey) ? toggle(id) : complete(id))}
        empty={<p className={s.empty}>{data?.asOf == null ? t.notListed : t.none}</p>}
        className={s.list}
        renderItem={(row) =>
          isChoice(row) ? (
            <ChoiceRow
              choice={row}
              isCurrent={row.id === value}
              isDead={isDead(marks, row.id)}
              isTicked={several?.ids.includes(row.id)}
              onTick={() => toggle(row.id)}
              onChoose={() => (isSeveral ? toggle(row.id) : choose(row.id))}
            />
          ) : (
            <div className={s.caption} data-warn={row.section === 'unfit'}>
              <ListCaption>{t.sections[row.section]}</ListCaption>
            </div>
          )
        }
      />
      {failure && (
        <Note intent="warn">
          <FailureText failure={failure} alone />
        </Note>
      )}
      {several && (
        <div className={s.several}>
          <span>{isSeveral ? t.several(several.ids.length, several.most) : t.tickMore}</span>
          {isSeveral && (
            <>
              <Button size="sm" intent="quiet" onClick={() => several.onIdsChange(several.ids.slice(0, 1))}>
                {t.onlyOne}
              </Button>
              <Button size="sm" intent="primary" onClick={onDone}>
                {t.done}
              </Button>
            </>
          )}
        </div>
      )}
      <div className={s.foot}>
        <span className={s.asOf}>{data?.asOf ? t.asOf(data.models.length, dates.formatWhen(data.asOf)) : t.never}</span>
        {onCompare && active && (
          <Button size="sm" intent="quiet" onClick={() => onCompare(active.id)}>
            {t.compareWith}
          </Button>
        )}
        {isDemo && (
          <Button
            size="sm"
            intent="quiet"
            onClick={() => {
              onDone?.();
              openFailureMenu();
            }}
          >
            {simulate.open}
          </Button>
        )}
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={RotateCw} size="s" />}
          busy={refresh.busy}
          disabled={!connectionId}
          onClick={() => connectionId && void refresh.run(connectionId, keyId)}
        >
          {t.refresh}
        </Button>
      </div>
    </div>
  );
}

interface ChoiceRowProps {
  choice: ModelChoice;
  isCurrent: boolean;
  isDead: boolean;
  /** Absent where only one model can be selected. */
  isTicked: boolean | undefined;
  onTick: () => void;
  onChoose: () => void;
}

function ChoiceRow({
  choice: { section, id, model },
  isCurrent,
  isDead: dead,
  isTicked,
  onTick,
  onChoose,
}: ChoiceRowProps) {
  const t = useStrings().pieces.models;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the option around it has the role, the list box the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the list box chooses
    <div className={s.row} onClick={onChoose} title={model?.name ?? id}>
      {isTicked !== undefined && (
        // An option contains no control: for keys and readers, Ctrl Enter in the list box ticks it.
        <span
          className={s.tick}
          data-on={isTicked}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onTick();
          }}
        >
          {isTicked && <Icon of={Check} size="xs" />}
        </span>
      )}
      {section === 'typed' ? (
        <span className="cut-text">{t.asTyped(id)}</span>
      ) : (
        <span className="mono cut-text">{withSigns(id, 'code')}</span>
      )}
      <span className={s.facts}>
        {dead && <Badge intent="bad">{t.dead}</Badge>}
        {isCurrent ? <Badge intent="live">{t.current}</Badge> : model && <ModelCapabilities model={model} most={1} />}
        {!model && section !== 'typed' && <span className={s.note}>{t.unlisted}</span>}
      </span>
    </div>
  );
}
