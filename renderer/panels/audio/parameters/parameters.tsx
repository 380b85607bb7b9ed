import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { routeOf, useForm } from '../form.ts';
import { transcribeFieldsOf } from '../model/transcribe-settings.ts';
import { TranscribeRows } from './transcribe-rows.tsx';

const speakRows = lazyModule(() => import('./speak-rows.tsx'));

/** The parameters column: a tick means that the field is in the request. */
export function Parameters() {
  const t = useStrings().audio.parameters;
  const { connection } = useActive();
  const form = useForm();
  const isHearing = form.mode === 'hear';
  const rows = useLazyModule(speakRows, !isHearing);
  const limits = useLimits(connection?.id, routeOf(form), (isHearing ? form.hearModel : form.speakModel) || null);
  const sent = isHearing
    ? transcribeFieldsOf(form.translate).filter((field) => form.hear[field].on).length
    : [form.speak.response_format, form.speak.speed, form.speak.instructions, form.speak.stream_format].filter(
        ({ on }) => on,
      ).length;
  return (
    <ParamColumn title={t.title} state={t.sent(sent)}>
      {isHearing ? <TranscribeRows limits={limits} /> : rows && <rows.SpeakRows limits={limits} />}
    </ParamColumn>
  );
}
