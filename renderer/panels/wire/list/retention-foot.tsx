import { useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { Popover } from '../../../ui/popover.tsx';
import s from './wire-list.module.css';

const retentionForm = lazyModule(() => import('./retention-form.tsx'));

/** Says how long exchanges are kept, and opens the setting. */
export function RetentionFoot() {
  const t = useStrings().wirePanel.kept;
  const { data } = useAsk('exchanges', 'retention', {});
  const [open, setOpen] = useState(false);
  const form = useLazyModule(retentionForm, open);
  return (
    <div className={s.foot}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        side="top"
        title={t.title}
        near={retentionForm.load}
        trigger={
          <Button intent="quiet" size="sm" stretch>
            {data ? t.foot(t.days(data.days), formatBytes(data.bytes)) : t.unknown}
          </Button>
        }
      >
        {data && form && (
          <form.RetentionForm key={JSON.stringify(data)} retention={data} onDone={() => setOpen(false)} />
        )}
      </Popover>
    </div>
  );
}
