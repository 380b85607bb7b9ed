import { Download } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { type ExportKind, exportKinds, saveExport } from './save-export.ts';
import { useNames } from './use-names.ts';

/** Takes the vectors along: as a table, as JSON lines, as a NumPy array, or the map as a picture. */
export function ExportMenu() {
  const t = useStrings().embeddings.exports;
  const names = useNames();
  const act = useAction(async (kind: ExportKind) => {
    try {
      const saved = await saveExport(kind, names);
      if (saved !== null) toast({ intent: 'ok', title: t.saved(saved) });
    } catch (thrown) {
      toast({ intent: 'bad', title: t.failed, body: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" intent="quiet" busy={act.busy} icon={<Icon of={Download} size="s" />}>
          {t.title}
        </Button>
      }
      items={exportKinds.map((kind) => ({
        kind: 'action',
        id: kind,
        label: t.kinds[kind],
        onSelect: () => void act.run(kind),
      }))}
    />
  );
}
