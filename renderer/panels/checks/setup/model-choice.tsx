import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPicker } from '../../../lib/gateway/models/model-picker.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { EmptyCatalog } from '../start/start-work.tsx';
import s from './setup.module.css';
import type { SetupPart } from './setup-fields.tsx';

/** The best-fitting models of each route, or models the user selects. */
export function ModelChoice({ connection, setup, onChange }: SetupPart) {
  const t = useStrings().checks.setup;
  const { models } = setup;
  return (
    <fieldset className={s.part}>
      <legend className={s.legend}>{t.models}</legend>
      <Segmented
        label={t.models}
        value={models === null ? 'fit' : 'chosen'}
        onValueChange={(kind) => onChange({ models: kind === 'fit' ? null : [] })}
        options={[
          { value: 'fit', label: t.bestFit },
          { value: 'chosen', label: t.chosen },
        ]}
      />
      <EmptyCatalog connectionId={connection.id} withReason />
      {models === null ? (
        <div className={s.number}>
          <span aria-hidden>{t.perRoute}</span>
          <NumberField
            label={t.perRoute}
            width={64}
            min={1}
            max={50}
            clamp
            value={setup.modelsPerRoute}
            onValueChange={(count) => count !== null && onChange({ modelsPerRoute: Math.round(count) })}
          />
          <span className={s.hint}>{t.perRouteHint}</span>
        </div>
      ) : (
        <>
          <SelectedModels
            connectionId={connection.id}
            models={models}
            onModelsChange={(next) => onChange({ models: next })}
          />
          <Tick
            checked={setup.everyModel}
            onCheckedChange={(everyModel) => onChange({ everyModel })}
            label={<span>{t.everyModel}</span>}
          />
          <p className={s.hint}>{t.everyModelHint}</p>
        </>
      )}
    </fieldset>
  );
}

interface SelectedModelsProps {
  connectionId: string;
  models: readonly string[];
  onModelsChange: (models: string[]) => void;
}

function SelectedModels({ connectionId, models, onModelsChange }: SelectedModelsProps) {
  const t = useStrings().checks.setup;
  const { key } = useActive();
  const [isPicking, setPicking] = useState(false);
  return (
    <div className={s.chips}>
      {models.map((model) => (
        <Chip
          key={model}
          onRemove={() => onModelsChange(models.filter((one) => one !== model))}
          removeLabel={t.removeModel(model)}
        >
          <span className="mono-s">{model}</span>
        </Chip>
      ))}
      {models.length === 0 && <span className={s.hint}>{t.noModels}</span>}
      {/* Stays open, because selecting several models is the usual case. */}
      <Popover
        open={isPicking}
        onOpenChange={setPicking}
        trigger={
          <Button size="sm" icon={<Icon of={Plus} size="s" />}>
            {t.addModel}
          </Button>
        }
      >
        <ModelPicker
          connectionId={connectionId}
          keyId={key?.id}
          value={models.at(-1) ?? ''}
          onValueChange={(model) => !models.includes(model) && onModelsChange([...models, model])}
        />
      </Popover>
    </div>
  );
}
