/** Forty replies as models write them: twenty complete ones by hand, twenty mixed from their parts in a fixed order. */

const retry = `## Retry budget

Allow **one retry per request**, and cap the whole client with a *retry budget* of 10%. At a 2% failure rate a single retry
already lifts success from 98% to about 99.96%.

Three rules keep retries from turning a slow minute into an outage:

- **Budget, not count.** Spend from a token bucket: \`tokens += 0.1\` per success, \`−1\` per retry.
- **Full jitter.** Wait \`random(0, base × 2ⁿ)\`, so clients do not return in step.
- **Deadline first.** Give the whole checkout 2.5 s.

> A retry without a deadline matters most in an incident.
`;

const code = `Here is a small client in TypeScript:

\`\`\`ts
export async function retry<T>(task: () => Promise<T>): Promise<T> {

  try {
    return await task();
  } catch {
    return task(); // once
  }
}
\`\`\`

And the same in Python:

~~~python
def retry(task):
    """\`\`\`not a fence\`\`\`"""

    try:
        return task()
    except Exception:
        return task()
~~~

Run it with \`npm start\`.
`;

const table = `| Route | Method | p50 | Verdict |
|:------|:------:|----:|---------|
| \`/v1/chat/completions\` | POST | 412 ms | works |
| \`/v1/rerank\` | POST | 118 ms | **odd** shape |
| \`/v1/models\` | GET | 23 ms | a \\| b |

The table shows medians of 20 calls.
`;

const nested = `1. First, open the panel.
   - Pick a key.
   - Pick a route:

     \`\`\`json
     { "model": "qwen3-32b",

       "stream": true }
     \`\`\`

2. Then send.

   A second paragraph of the same item.

3. Read the events
   1. text
   2. usage
      - input
      - output

That is all.
`;

const math = `The chance that both attempts fail is $p^2$. With $p = 0.02$ we get

$$
1 - p^2 = 1 - 0.0004 = 0.9996
$$

or, in another notation, \\(1 - p^{2}\\) and

\\[
\\sum_{i=1}^{n} \\frac{1}{i^2} \\to \\frac{\\pi^2}{6}
\\]

It costs $5 per million tokens in and $15 out, so between $20 and $30 a month.
`;

const links = `See [the guide][guide] and [RFC 9110], or https://example.org/a_b_c?q=1&r=2 directly.

The [guide] says it twice. Mail <help@example.com> or www.example.com.

Later text that has nothing to do with it.

[guide]: https://example.com/guide "The guide"
[rfc 9110]: <https://www.rfc-editor.org/rfc/rfc9110>
`;

const footnotes = `The gateway answered[^1] in 412 ms[^slow], which is normal[^1].

Nothing refers to the third note.

[^1]: Status 200, \`text/event-stream\`.
[^slow]: Measured over a proxy.

    A second paragraph of this note.

[^3]: Never used.
`;

const tasks = `- [x] Check the key
- [ ] Check every route
  - [x] chat
  - [ ] audio
* [ ] another list

+ a loose

+ list
`;

const html = `Use <kbd>Ctrl</kbd> + <kbd>K</kbd>.

<details>
<summary>More</summary>

Hidden **text** with a [link](https://example.com).

</details>

<!-- a comment
over two lines -->

1 < 2 and 3 > 2, &lt;b&gt; stays, AT&T too, &copy; 2026.<br>New line.
`;

const quotes = `> **Note**
>
> - one
> - two
>
> \`\`\`sh
> echo hi
> \`\`\`
lazy line after code

> outer
> > inner
still inner

Text.
`;

const headings = `# Title

Setext one
==========

Setext two
---

### Third ###
#### Fourth
text right below
##### Fifth
- list right below
###### Sixth

#not a heading

***
___
- - -
`;

const indented = `Run this:

    npm install

    npm start

Then wait.

\tTabbed code
\tgoes on

Done.
`;

const dutch = `Het derde kwartaal laat een **gemengd beeld** zien. De interne beheersing is op *drie van de vijf* onderzochte
processen verbeterd, maar bij **toegangsbeheer** en **leveranciersbeoordeling** blijven dezelfde bevindingen terugkomen.

De belangrijkste aanbeveling is om per 1 januari een vaste termijn van tien werkdagen in te voeren.
`;

const chinese = `## 总结

重试预算**不应超过10%**。在2%的失败率下，一次重试就能把成功率从98%提高到约99.96%。

1. 预算优先于次数
2. 使用完全抖动

範囲は20~30で、40~50ではない。
`;

const unfinished = `The answer is cut off in the middle of **bold text and a [link](https://example.com/very

\`\`\`js
const open = true;
// no end`;

const steps = `Step 1: do this
Step 2: do that  
Step 3: line break above\\
and one with a backslash

* item

  with a paragraph

* item
continued lazily

10. starts at ten
11. goes on
`;

const windows = 'First line\r\n\r\n- a\r\n- b\r\n\r\n```\r\ncode\r\n\r\nmore\r\n```\r\n\r\nLast line\r\n';

const emphasis = `***both*** and **_mixed_** and __under__ and snake_case_word and 2*3*4 and **bold*half** ~~gone~~ ~one~ \`\`a \` b\`\`.

*unclosed and **also unclosed

![A chart](https://example.com/chart.png "Latency") and ![](relative.png)
`;

const longList = `${Array.from({ length: 60 }, (_, at) => `${at + 1}. Item number ${at + 1} with **bold** and \`code\``).join('\n')}\n\nAfter the list.\n`;

const paragraphs = `${Array.from({ length: 80 }, (_, at) => `Paragraph ${at} says something about request ${at} in *plain* words.`).join('\n\n')}\n`;

const whole = [
  retry,
  code,
  table,
  nested,
  math,
  links,
  footnotes,
  tasks,
  html,
  quotes,
  headings,
  indented,
  dutch,
  chinese,
  unfinished,
  steps,
  windows,
  emphasis,
  longList,
  paragraphs,
];

/** Concatenated parts of one reply, with the line ends of the first. */
function mix(seed: number): string {
  const count = 3 + (seed % 4);
  const parts = Array.from(
    { length: count },
    (_, at) => whole[(seed * 7 + at * (3 + (seed % 5))) % whole.length] as string,
  );
  return parts.join('\n').replace(/\r\n/g, '\n');
}

export const documents: readonly string[] = [...whole, ...Array.from({ length: 20 }, (_, at) => mix(at + 1))];
