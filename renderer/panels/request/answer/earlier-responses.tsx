import { History } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { showEarlier, useEarlier } from '../store.ts';

/** Leads back to the responses of this panel; nothing as long as there is only the one that is shown. */
export function EarlierResponses({ shownId }: { shownId: string | null }) {
  const t = useStrings().request.answer;
  const { formatWhen } = useDates();
  const responses = useEarlier((earlier) => earlier.responses);
  if (responses.every(({ exchangeId }) => exchangeId === shownId)) return null;
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" icon={<Icon of={History} size="s" />} label={t.earlier} />}
      items={() => [
        {
          kind: 'radio',
          id: 'responses',
          label: t.earlier,
          value: shownId ?? '',
          options: responses.map(({ exchangeId, method, path, sentAt }) => ({
            value: exchangeId,
            label: `${method} ${path}`,
            hint: formatWhen(sentAt),
          })),
          onValueChange: (id) => {
            const chosen = responses.find(({ exchangeId }) => exchangeId === id);
            if (chosen) showEarlier(chosen);
          },
        },
      ]}
    />
  );
}
