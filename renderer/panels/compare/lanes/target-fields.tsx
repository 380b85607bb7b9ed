import type { RouteId } from '#shared/protocol/route.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../lib/gateway/models/model-popover.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { faceProps, Select, SelectFace } from '../../../ui/fields/select.tsx';

/** Where requests of a lane or of a judge go. */
interface Target {
  connectionId: string;
  /** `null` or absent: the first key of the connection. */
  keyId?: string | null | undefined;
  routeId: RouteId;
  model: string;
}

interface TargetFieldProps {
  target: Target;
  onChange: (by: Partial<Pick<Target, 'connectionId' | 'model'>> & { keyId?: string | null }) => void;
}

export function ConnectionField({ target, onChange }: TargetFieldProps) {
  const t = useStrings().compare.lane;
  const { connections } = useActive();
  return (
    <Field label={t.connection}>
      <Select
        value={target.connectionId}
        onValueChange={(connectionId) => onChange({ connectionId, keyId: null })}
        options={connections.map(({ id, name, origin }) => ({ value: id, label: name, hint: origin }))}
      />
    </Field>
  );
}

const firstKey = '';

export function KeyField({ target: { connectionId, keyId }, onChange }: TargetFieldProps) {
  const t = useStrings().compare.lane;
  const keys = (useCall('keys', 'status', {}).data ?? []).filter((key) => key.connectionId === connectionId);
  return (
    <Field label={t.key}>
      <Select
        value={keyId ?? firstKey}
        onValueChange={(id) => onChange({ keyId: id === firstKey ? null : id })}
        options={[
          { value: firstKey, label: t.firstKey },
          ...keys
            .filter(({ enabled }) => enabled)
            .map(({ id, alias, fingerprint }) => ({ value: id, label: alias, hint: fingerprint })),
        ]}
      />
    </Field>
  );
}

export function ModelField({ target, onChange }: TargetFieldProps) {
  const t = useStrings().compare.lane;
  return (
    <Field label={t.model}>
      <ModelPopover
        label={t.model}
        trigger={
          <button type="button" {...faceProps({ mono: target.model !== '' }, null)}>
            <SelectFace icon={null} text={target.model || null} placeholder={t.noModel} />
          </button>
        }
        connectionId={target.connectionId}
        keyId={target.keyId ?? undefined}
        routeId={target.routeId}
        value={target.model}
        onValueChange={(model) => onChange({ model })}
      />
    </Field>
  );
}
