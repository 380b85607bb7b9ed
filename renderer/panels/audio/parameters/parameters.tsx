import { useActive } from '../../../lib/active.ts';
import { LimitHint } from '../../../lib/limit-hint.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { useLimits } from '../../../lib/use-limits.ts';
import { Badge } from '../../../ui/badge.tsx';
import { lazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { routeOf, useDesk } from '../desk.ts';
import { hearFieldsOf } from '../model/hear-settings.ts';
import { HearRows } from './hear-rows.tsx';
import s from './parameters.module.css';

const speakRows = lazyModule(() => import('./speak-rows.tsx'));

/** The parameters column: a tick means that the field is in the request. */
export function Parameters() {
  const t = useStrings().audio.parameters;
  const { connection } = useActive();
  const desk = useDesk();
  const isHearing = desk.mode === 'hear';
  const rows = useLazyModule(speakRows, !isHearing);
  const limits = useLimits(connection?.id, routeOf(desk), (isHearing ? desk.hearModel : desk.speakModel) || null);
  const sent = isHearing
    ? hearFieldsOf(desk.translate).filter((field) => desk.hear[field].on).length
    : [desk.speak.response_format, desk.speak.speed, desk.speak.instructions, desk.speak.stream_format].filter(
        ({ on }) => on,
      ).length;
  const limitOf = (field: string) => {
    const limit = limits.find((known) => known.field?.replace('[]', '') === field);
    return limit ? <LimitHint limit={limit} /> : null;
  };
  return (
    <>
      <PaneHead title={t.title}>
        <Badge intent="live">{t.sent(sent)}</Badge>
      </PaneHead>
      <div className={s.scroll}>
        {isHearing ? <HearRows limitOf={limitOf} /> : rows && <rows.SpeakRows limitOf={limitOf} />}
      </div>
    </>
  );
}
