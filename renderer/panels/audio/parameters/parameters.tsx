import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { routeOf, useDesk } from '../form.ts';
import { hearFieldsOf } from '../model/transcribe-settings.ts';
import { HearRows } from './transcribe-rows.tsx';

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
  return (
    <ParamColumn title={t.title} state={t.sent(sent)}>
      {isHearing ? <HearRows limits={limits} /> : rows && <rows.SpeakRows limits={limits} />}
    </ParamColumn>
  );
}
