import { useState } from 'react';
import type { Family } from '#shared/compare/counterparts.ts';
import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes, formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { type CompareLane, isTextLane, letterOf, textLaneRoutes, variantsOf, withLanes } from '../model/comparison.ts';
import { lanesInput } from '../model/run-input.ts';
import { type ShownRun, useCells } from '../runs.ts';
import { changeComparison, newId, type ViewProps } from '../store.ts';
import s from './mirror.module.css';
import { type Mirrored, mirrorBodies } from './mirror-model.ts';

/** The request bodies of the lanes side by side: the fields that mean the same share a number and light up together. */
export function Mirror({ comparison, shown }: Omit<ViewProps, 'act'>) {
  const t = useStrings().compare.mirror;
  const lanes = comparison.lanes.filter(isTextLane).filter(({ isMuted }) => !isMuted);
  // A body is drawn before there is a prompt, too.
  const input = lanesInput({ ...comparison, lanes, prompt: comparison.prompt || t.noPrompt, repeats: 1 });
  const { data: plan, error } = useCall('compare', 'plan', input, { enabled: lanes.length > 0, keepPrevious: true });
  const [lit, setLit] = useState<string | null>(null);
  const [first] = lanes;
  if (!first) return <p className={s.none}>{t.none}</p>;
  if (error) return <FailureCard failure={error.failure} />;
  if (!plan) return <Skeleton lines={[60, 80, 40]} />;
  const planned = lanes.filter(({ id }) => plan.bodies[id]);
  const { bodies, numbers } = mirrorBodies(
    planned.map(({ id, routeId }) => ({ family: familyOf(routeId) as Family, text: plan.bodies[id]?.body ?? '' })),
  );
  const families = new Set(planned.map(({ routeId }) => routeId));
  return (
    <>
      {families.size < 2 && (
        <p className={s.hint}>
          {t.oneProtocol}
          <Button
            size="sm"
            onClick={() =>
              changeComparison((now) =>
                withLanes(
                  now,
                  variantsOf(
                    now,
                    first,
                    textLaneRoutes.map((routeId) => ({ routeId, parameters: null })),
                    newId,
                  ),
                ),
              )
            }
          >
            {t.addProtocols}
          </Button>
        </p>
      )}
      <ol className={s.columns} aria-label={t.label}>
        {planned.map((lane, at) => (
          <li key={lane.id} className={s.column}>
            <MirrorColumn
              lane={lane}
              letter={letterOf(comparison.lanes.indexOf(lane))}
              target={plan.bodies[lane.id] ?? { address: '', body: '' }}
              mirrored={bodies[at] as Mirrored}
              numbers={numbers}
              lit={lit}
              onLight={setLit}
              shown={shown}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface ColumnProps {
  lane: CompareLane;
  letter: string;
  target: { address: string; body: string };
  mirrored: Mirrored;
  numbers: ReadonlyMap<string, number>;
  /** The field under the pointer or the focus. */
  lit: string | null;
  onLight: (field: string | null) => void;
  shown: ShownRun | null;
}

function MirrorColumn({ lane, letter, target, mirrored, numbers, lit, onLight, shown }: ColumnProps) {
  const { mirror: t, lane: words } = useStrings().compare;
  const { lines, alone, unsent, inAddress } = mirrored;
  return (
    <article aria-label={words.labelOf(letter, lane.model)}>
      <header className={s.head}>
        <h2>
          {letter} {words.routes[lane.routeId]}
        </h2>
        <p className="mono-s cut-text" title={target.address}>
          {target.address}
        </p>
      </header>
      <div className={s.caption}>
        <h3>{t.body}</h3>
        <span className="hint">{formatBytes(new TextEncoder().encode(target.body).length)}</span>
        <CopyButton text={target.body} labels={{ copy: t.copyBody, copied: words.copied, failed: words.copyFailed }} />
      </div>
      <ol className={s.lines}>
        {lines.map(({ text, field }, at) => {
          const number = field === null ? undefined : numbers.get(field);
          const isFirst = field !== lines[at - 1]?.field;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              key={at}
              className={classes(s.line, field !== null && field === lit && s.lit)}
              onPointerEnter={() => onLight(number === undefined ? null : field)}
              onPointerLeave={() => onLight(null)}
            >
              {number !== undefined && isFirst ? (
                <button
                  type="button"
                  className={s.number}
                  aria-label={t.linked(number)}
                  aria-pressed={field === lit}
                  onFocus={() => onLight(field)}
                  onBlur={() => onLight(null)}
                >
                  {number}
                </button>
              ) : (
                <span
                  className={classes(s.number, field !== null && number === undefined && s.own)}
                  aria-hidden="true"
                />
              )}
              <code>{text}</code>
            </li>
          );
        })}
      </ol>
      <dl className={s.notes}>
        {alone.length > 0 && <Fields label={t.alone} names={alone} isOwn />}
        {unsent.length > 0 && <Fields label={t.unsent} names={unsent} />}
        {inAddress.length > 0 && <Fields label={t.inAddress} names={inAddress} />}
      </dl>
      {shown && <Outcome lane={lane} shown={shown} />}
    </article>
  );
}

function Fields({ label, names, isOwn = false }: { label: string; names: readonly string[]; isOwn?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {names.map((name) =>
          isOwn ? (
            <Badge key={name} intent="odd">
              <span className="mono">{name}</span>
            </Badge>
          ) : (
            <code key={name}>{name}</code>
          ),
        )}
      </dd>
    </div>
  );
}

/** The lane's last reply and what was counted for it. */
function Outcome({ lane, shown: { run, cells } }: { lane: CompareLane; shown: ShownRun }) {
  const { mirror: t, figures } = useStrings().compare;
  const head = cells.find(({ laneId }) => laneId === lane.id);
  const [cell] = useCells(run.id, head ? [head] : []);
  if (!cell) return null;
  const { metrics } = cell;
  const rows: [label: string, value: string | undefined][] = [
    [figures.names.tokensIn, countOf(metrics?.usage?.inputTokens)],
    [figures.names.tokensOut, countOf(metrics?.usage?.outputTokens)],
    [figures.names.ttft, metrics?.ttftMs == null ? undefined : formatMs(metrics.ttftMs)],
    [figures.finish, metrics?.finishReason ?? undefined],
  ];
  return (
    <div className={s.outcome}>
      <h3>{t.reply}</h3>
      <p dir="auto">{cell.text || cell.failure?.message || '–'}</p>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const countOf = (count: number | null | undefined): string | undefined =>
  count == null ? undefined : formatNumber(count);
