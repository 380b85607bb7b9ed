import { useState } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import s from './wire-list.module.css';

const retentionForm = lazyModule(() => import('./retention-form.tsx'));

/** Says how long exchanges are kept, and opens the setting. */
export function RetentionFoot() {
  const t = useStrings().wirePanel.kept;
  const { data } = useCall('exchanges', 'retention', {});
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
