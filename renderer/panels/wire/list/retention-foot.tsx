import { lazy, Suspense, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import s from './wire-list.module.css';

const loadForm = () => import('./retention-form.tsx');
const RetentionForm = lazy(async () => ({ default: (await loadForm()).RetentionForm }));

/** Says how long exchanges are kept, and opens the setting. */
export function RetentionFoot() {
  const t = useStrings().wirePanel.kept;
  const { data } = useAsk('exchanges', 'retention', {});
  const [open, setOpen] = useState(false);
  return (
    <div className={s.foot}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        side="top"
        title={t.title}
        near={loadForm}
        trigger={
          <Button intent="quiet" size="sm" stretch>
            {data ? t.foot(t.days(data.days), formatBytes(data.bytes)) : t.unknown}
          </Button>
        }
      >
        <Suspense>
          {data && <RetentionForm key={JSON.stringify(data)} retention={data} onDone={() => setOpen(false)} />}
        </Suspense>
      </Popover>
    </div>
  );
}
