import { ExternalLink, Info } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../../lib/links/confirm-external-link.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import type { FigureName } from '../model/figures.ts';
import s from './figures-table.module.css';

const reference = 'https://docs.nvidia.com/aiperf/reference/ai-perf-metrics-reference';

/** Sections of AIPerf's metrics reference, by figure; the others are counts, as the gateway reported them. */
const sections: Partial<Record<FigureName, string>> = {
  ttft: 'time-to-first-token-ttft',
  interToken: 'inter-token-latency-itl',
  interChunkP95: 'inter-chunk-latency-icl',
  rate: 'output-token-throughput-per-user',
  latency: 'request-latency',
};

/** What the times and speeds of the table mean, each linked to its definition in AIPerf's metrics reference. */
export function Definitions({ names }: { names: readonly FigureName[] }) {
  const t = useStrings().compare.figures;
  return (
    <Popover
      title={t.definitions}
      trigger={<IconButton label={t.definitions} size="sm" icon={<Icon of={Info} size="s" />} />}
    >
      <dl className={s.definitions}>
        {names
          .filter((name) => sections[name] !== undefined)
          .map((name) => (
            <div key={name}>
              <dt>
                {t.names[name]}
                <Button
                  size="sm"
                  intent="quiet"
                  icon={<Icon of={ExternalLink} size="xs" />}
                  aria-label={t.definitionOf(t.names[name])}
                  onClick={() => confirmExternalLink(`${reference}#${sections[name]}`)}
                >
                  {t.aiperf}
                </Button>
              </dt>
              <dd>{t.hints[name]}</dd>
            </div>
          ))}
      </dl>
    </Popover>
  );
}
