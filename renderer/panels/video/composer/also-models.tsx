import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { mostModels, useVideo } from '../store.ts';

const modelPicker = lazyModule(() => import('../../../lib/gateway/models/model-picker.tsx'));

/** Further models that get the same prompt. */
export function AlsoModels() {
  const t = useStrings().video.composer;
  const { also, model, routeId } = useVideo();
  const { connection, key } = useActive();
  const [open, setOpen] = useState(false);
  const picker = useLazyModule(modelPicker, open);
  const taken = useMemo(() => [model, ...also], [model, also]);
  const add = (next: string) => {
    setOpen(false);
    if (next !== model && !also.includes(next)) useVideo.setState({ also: [...also, next] });
  };
  return (
    <>
      {also.map((name) => (
        <Chip
          key={name}
          onRemove={() => useVideo.setState({ also: also.filter((other) => other !== name) })}
          removeLabel={t.removeModel(name)}
        >
          <span className="mono">{name}</span>
        </Chip>
      ))}
      {model !== '' && also.length + 1 < mostModels && (
        <Popover
          label={t.addModel}
          open={open && picker !== null}
          onOpenChange={setOpen}
          near={modelPicker.load}
          trigger={<IconButton label={t.addModel} intent="quiet" size="sm" icon={<Icon of={Plus} />} />}
        >
          {picker && (
            <picker.ModelPicker
              connectionId={connection?.id}
              keyId={key?.id}
              routeId={routeId}
              except={taken}
              value=""
              onValueChange={add}
            />
          )}
        </Popover>
      )}
    </>
  );
}
