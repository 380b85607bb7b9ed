/** A canned reply: in full for the text routes, in a sentence or two for the realtime voice. */
interface Canned {
  text: string;
  spoken: string;
}

interface Topic {
  /** All of them must match the prompt. */
  signs: readonly RegExp[];
  english: Canned;
  /** For prompts in Chinese, where Patchbay suggests one. */
  chinese?: Canned;
}

const formula = '$$\nA = P \\left(1 + r\\right)^{n}\n$$';
const fix = `\`\`\`tsx
export function List({ items = [] }: { items?: Item[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>{item.name}</li>
      ))}
    </ul>
  );
}
\`\`\``;

/** The prompts that Patchbay itself suggests, with a reply like a model's. */
const topics: readonly Topic[] = [
  {
    signs: [/reading 'map'/],
    english: {
      spoken: 'The list is undefined when it is rendered for the first time. Give it an empty array as its default.',
      text: `\`renderList\` calls \`.map\` on a value that is \`undefined\`, at \`list.tsx\` line 12, column 23.

## Cause

The list is rendered before its data has arrived: state that starts as \`undefined\`, or a response without the expected field.

## Fix

${fix}

The default \`[]\` covers the first render. It does not cover \`null\`: if the API can send that, write \`(items ?? []).map(…)\`.

To find out which one it is, log \`items\` on line 11 and compare it with the response in the network tab.`,
    },
    chinese: {
      spoken: '列表首次渲染时为 undefined，给它一个空数组作为默认值即可。',
      text: `\`renderList\` 在 \`list.tsx\` 第 12 行第 23 列对一个 \`undefined\` 的值调用了 \`.map\`。

## 原因

列表在数据到达之前就已渲染：要么状态的初始值是 \`undefined\`，要么响应中缺少预期的字段。

## 修复

${fix}

默认值 \`[]\` 可以覆盖首次渲染，但不包括 \`null\`：如果 API 可能返回 \`null\`，请写成 \`(items ?? []).map(…)\`。

想确认是哪种情况，可以在第 11 行打印 \`items\`，再与网络面板中的响应对比。`,
    },
  },
  {
    signs: [/server-sent events|\bSSE\b/i, /websockets?/i],
    english: {
      spoken:
        'For streaming text, take server-sent events: plain HTTP, one direction, and they reconnect by themselves.',
      text: `| | Server-sent events | WebSockets |
| :--- | :--- | :--- |
| Direction | Server to client | Both |
| Transport | A normal HTTP response | HTTP upgrade, then its own framing |
| Payload | UTF-8 text | Text and binary |
| Reconnection | Built into \`EventSource\`, with \`Last-Event-ID\` | Yours to write |
| Proxies and load balancers | Work if they do not buffer | Must support the upgrade |
| Authentication | Any header with \`fetch\`, cookies with \`EventSource\` | Cookies or a token in the handshake |
| Stopping | Close the response | Send a message, or close the socket |
| Typical use | Chat completions, logs, progress | Realtime voice, games, collaboration |

**Recommendation: server-sent events.** Text from a model flows in one direction, every request is independent, and HTTP authentication, logs and rate limits keep working. Choose WebSockets when the client must also talk during the answer, such as for live audio.`,
    },
    chinese: {
      spoken: '流式文本推荐使用 server-sent events：普通 HTTP、单向传输，并且会自动重连。',
      text: `| | Server-sent events | WebSocket |
| :--- | :--- | :--- |
| 方向 | 服务器到客户端 | 双向 |
| 传输 | 普通 HTTP 响应 | HTTP 升级后使用自己的帧格式 |
| 内容 | UTF-8 文本 | 文本和二进制 |
| 重连 | \`EventSource\` 内置，支持 \`Last-Event-ID\` | 需要自行实现 |
| 代理与负载均衡 | 不缓冲即可 | 必须支持协议升级 |
| 身份验证 | \`fetch\` 可用任意标头，\`EventSource\` 用 Cookie | 握手时的 Cookie 或令牌 |
| 停止 | 关闭响应 | 发送消息或关闭连接 |
| 典型用途 | 聊天补全、日志、进度 | 实时语音、游戏、协作 |

**推荐使用 server-sent events。** 模型的文本只朝一个方向流动，每个请求相互独立，HTTP 的日志、限流等机制照常可用。如果客户端在接收回答的同时还要发送数据（例如实时音频），再选择 WebSocket。`,
    },
  },
  {
    signs: [/compound interest|复利/i],
    english: {
      spoken: 'One thousand at five percent for ten years grows to about 1628.89.',
      text: `Let $P$ be the principal, $r$ the interest rate per period and $n$ the number of periods.

1. After one period: $A_1 = P + Pr = P(1 + r)$.
2. The interest of the second period is paid on $A_1$: $A_2 = A_1(1 + r) = P(1 + r)^2$.
3. Each period multiplies by $1 + r$ once more, so after $n$ periods:

${formula}

Now with $P = 1000$, $r = 0.05$ and $n = 10$:

$$
1000 \\cdot 1.05^{10} \\approx 1000 \\cdot 1.628895 \\approx 1628.89
$$

So \`1000 * 1.05 ** 10\` is about **1628.89**: the interest is 628.89, of which 128.89 is interest on interest.`,
    },
    chinese: {
      spoken: '一千元按百分之五的利率存十年，约为 1628.89 元。',
      text: `设本金为 $P$，每期利率为 $r$，期数为 $n$。

1. 第一期之后：$A_1 = P + Pr = P(1 + r)$。
2. 第二期的利息按 $A_1$ 计算：$A_2 = A_1(1 + r) = P(1 + r)^2$。
3. 每过一期就再乘以 $1 + r$，因此 $n$ 期之后：

${formula}

代入 $P = 1000$、$r = 0.05$、$n = 10$：

$$
1000 \\cdot 1.05^{10} \\approx 1000 \\cdot 1.628895 \\approx 1628.89
$$

所以 \`1000 * 1.05 ** 10\` 约等于 **1628.89**：利息共 628.89，其中 128.89 是利息产生的利息。`,
    },
  },
  {
    signs: [/weather|天气/i, /\bMars\b|火星/i],
    english: {
      spoken: 'Mars is cold and dry: about minus 60 degrees Celsius on average, with thin air and dust storms.',
      text: 'The weather on Mars is **cold, dry and dusty**. The average is about −60 °C; at the equator a summer noon reaches 20 °C and the night after it −70 °C. The air has less than 1% of the pressure on Earth, nearly all of it carbon dioxide. There is no rain, but there is frost, thin cloud, and dust that sometimes covers the whole planet.',
    },
    chinese: {
      spoken: '火星寒冷而干燥，平均气温约零下 60 摄氏度，空气稀薄，常有沙尘暴。',
      text: '火星的天气**寒冷、干燥、多尘**。平均气温约 −60 °C；赤道附近夏季正午可达 20 °C，夜间则降至 −70 °C。大气压不到地球的 1%，几乎全是二氧化碳。那里不下雨，但有霜和薄云，沙尘有时会笼罩整个星球。',
    },
  },
  {
    signs: [/apples/i, /pears/i],
    english: {
      spoken: 'Apples are crisp and keep for months. Pears are softer, sweeter, and ripe for a few days.',
      text: `| | Apples | Pears |
| :--- | :--- | :--- |
| Texture | Crisp | Soft when ripe, slightly grainy |
| Sugar per 100 g | About 10 g | About 10 g |
| Fiber per 100 g | 2.4 g | 3.1 g |
| Ripen | On the tree | After picking |
| Keep | Months in a cool room | Days once ripe |

**In short:** take apples to keep, and pears to eat this week.`,
    },
  },
  {
    signs: [/counts? words/i],
    english: {
      spoken: 'Split the text at white space, drop the empty pieces, and count the rest.',
      text: `\`\`\`typescript
function countWords(text: string): number {
  return text.match(/[\\p{L}\\p{N}]+/gu)?.length ?? 0;
}

console.log(countWords('one two, three')); // 3
\`\`\`

It matches runs of letters and digits of any script, so punctuation is not counted. Chinese and Japanese are written without spaces: there \`Intl.Segmenter\` with \`granularity: 'word'\` finds the words.`,
    },
  },
  {
    signs: [/^\s*say hello in one sentence\.?\s*$/i],
    english: {
      spoken: 'Hello from the demo gateway, which runs on your own computer.',
      text: 'Hello from the demo gateway, which runs on your own computer!',
    },
  },
];

const marks = {
  english: '*Canned answer of the demo gateway: no model ran.*',
  chinese: '*演示网关的预设回答：未运行任何模型。*',
};

/** Returns the canned reply for a prompt, in its language, and marked as such; `null` for any other prompt. */
export function cannedReply(prompt: string): Canned | null {
  const topic = topics.find(({ signs }) => signs.every((sign) => sign.test(prompt)));
  if (!topic) return null;
  const { english, chinese } = topic;
  const isChinese = chinese !== undefined && /\p{Script=Han}{2}/u.test(prompt);
  const { text, spoken } = isChinese ? chinese : english;
  return { text: `${text}\n\n${isChinese ? marks.chinese : marks.english}`, spoken };
}
