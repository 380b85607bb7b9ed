import type { SocketRow } from '../diagrams/socket-panel.tsx';

const row = (group: string, labels: string, perLine?: number): SocketRow => ({
  group,
  perLine,
  sockets: labels.split(' ').map((label) => ({ id: group === 'Text' ? label : `${group} ${label}`, label })),
});

export const sampleSockets: readonly SocketRow[] = [
  row('Text', 'completions responses compact edits models'),
  row('Vectors', 'embeddings rerank'),
  row('Images', 'generations edits'),
  row('Audio', 'transcribe translate speech realtime'),
  row('Video', 'generations {task_id} videos videos/{id} content remix', 3),
  row('Native', 'models :generate'),
];

export const sampleJson = {
  id: 'chatcmpl-9fK2xT0b',
  object: 'chat.completion.chunk',
  created: 1_732_100_000,
  choices: [{ index: 0, delta: { content: ' can least', 'odd key': true }, finish_reason: null }],
  usage: { prompt_tokens: 1204, completion_tokens: 88 },
  vector: Array.from({ length: 2500 }, (_, at) => Math.round(Math.sin(at) * 1e6) / 1e6),
};

export const sampleMarkdown = `## Retry budget

Allow **one retry per request**, and cap the whole client with a *retry budget* of 10%. Three rules keep retries from
turning a slow minute into an outage[^1]:

- **Budget, not count.** Spend from a token bucket: \`tokens += 0.1\` per success
  1. first numbered
  2. second numbered
- [x] Full jitter
- [ ] Deadline first, see [the paper](https://example.com/paper) or https://example.org

> A retry without a deadline matters most in an incident.
>
> > Nested once.

| Route | p50 | Verdict |
|:------|----:|:-------:|
| \`chat/completions\` | 412 ms | works |
| rerank | 118 ms | ~~failed~~ warnings |

\`\`\`ts
export async function retry<T>(task: () => Promise<T>, budget: Budget): Promise<T> {
  // one retry at most
  return budget.take() ? task().catch(() => task()) : task();
}
\`\`\`

The chance is $p^2$, so with $p = 0.02$

$$
1 - p^2 = 0.9996
$$

It costs $5 and $6. ![A chart of latency](https://example.com/chart.png) <b>html stays text</b>

---

[^1]: Measured on 21 routes.
`;
