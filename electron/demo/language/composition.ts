import { counted } from '#shared/format.ts';
import { formatNumber } from './arithmetic.ts';
import { cannedReply } from './canned.ts';
import { chanceFrom } from './chance.ts';
import { type Language, type PromptReading, readPrompt } from './prompt-reading.ts';
import { countTokens } from './tokens.ts';
import { lastUserMessage, type Turn } from './turn.ts';

/** Ready paragraphs, since the demo cannot translate. They contain characters of two, three and four bytes. */
const paragraphs: Record<Language, string> = {
  dutch:
    'Dag! Dit is de demo-gateway van Patchbay. Er draait hier geen taalmodel: deze alinea wordt token voor token verstuurd, zoals een echt antwoord. Zo ziet u of tekens als é, ë en € heel aankomen. 🌷',
  german:
    'Guten Tag! Das ist das Demo-Gateway von Patchbay. Hier läuft kein Sprachmodell: Dieser Absatz wird Token für Token übertragen, wie eine echte Antwort. So sehen Sie, ob „Umlaute“, ß und € unbeschädigt ankommen. 🥨',
  french:
    'Bonjour ! Voici la passerelle de démonstration de Patchbay. Aucun modèle de langue ne tourne ici : ce paragraphe est envoyé jeton par jeton, comme une vraie réponse. On vérifie ainsi que les accents, l’œ et l’€ arrivent intacts. 🥐',
  chinese:
    '你好！这里是 Patchbay 的演示网关。这里没有运行语言模型：这段文字是预先准备好的，像真实的回答一样逐个 token 发送。这样可以确认多字节字符（例如「网关」、「回答」和 €）完整无损地到达。🏮',
};

/** A text shortened to about `length` characters, at a word, on one line. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length).replace(/\s+\S*$/, '')} …`;
}

/**
 * Puts a reply together from the words of the prompt. Temperature 0 always words it alike; otherwise the prompt, the seed
 * and `choice` decide, so that the same request always gets the same reply.
 */
export function composeReply(turn: Turn, choice: number): string {
  const prompt = lastUserMessage(turn).text;
  const reading = readPrompt(prompt);
  const language = turn.language ?? (cannedReply(prompt) ? null : reading.language);
  if (language) return paragraphs[language];
  const canned = cannedReply(prompt);
  if (canned) return canned.text;
  const seed = turn.temperature === 0 ? '' : `${turn.seed ?? ''}/${turn.temperature ?? 1}/${choice}`;
  const opening = chanceFrom(`${prompt}/${seed}`).pick([
    'This is the **demo gateway**: not a language model, only a small program that replies with your own words.',
    'The **demo gateway** replies here. It has no language model; it reads your words and arranges them.',
    'You have reached the **demo gateway**, a program on your own computer that works without a language model.',
  ]);
  const sections = sectionsFor(reading);
  const body = sections.length > 0 ? sections : plainSections(reading);
  return [opening, ...body, conversationSection(turn)].filter(Boolean).join('\n\n');
}

function sectionsFor(reading: PromptReading): string[] {
  const { requests, topics, sums, countTo } = reading;
  const sections: (string | false)[] = [
    countTo !== null && `Counting to ${countTo}:\n\n${Array.from({ length: countTo }, (_, at) => at + 1).join(', ')}`,
    sums.length > 0 && sums.map(describeSum).join('\n'),
    requests.has('list') && topics.length > 0 && listSection(reading),
    requests.has('table') && topics.length > 0 && tableSection(reading),
    requests.has('code') && codeSection(reading),
    requests.has('math') && mathSection(reading),
  ];
  return sections.filter((section) => section !== false);
}

function describeSum({ expression, value }: PromptReading['sums'][number]): string {
  if (value === null) return `- \`${expression}\` has no value.`;
  const formula = expression
    .replaceAll(/ ?[*×·] ?/g, ' \\times ')
    .replaceAll(/ ?% ?/g, ' \\bmod ')
    .replaceAll(/\^ ?(\d+(?:\.\d+)?)/g, '^{$1}');
  return `- $${formula} = ${formatNumber(value)}$, so \`${expression}\` is **${formatNumber(value)}**.`;
}

const listSection = ({ topics }: PromptReading): string =>
  `## Your words in a list\n\n${topics
    .map(({ word, times, place }, at) => `${at + 1}. **${word}**: ${counted(times, 'time')}, first as word ${place}`)
    .join('\n')}`;

function tableSection({ topics }: PromptReading): string {
  const rows = topics.map(({ word, times, place }) => `| ${word} | ${times} | ${place} | ${countTokens(word)} |`);
  return ['## Your words in a table\n', '| Word | Times | First place | Tokens |', '| :--- | ---: | ---: | ---: |']
    .concat(rows)
    .join('\n');
}

/** A program that runs as it is, with the prompt as its input. */
function codeSection({ text }: PromptReading): string {
  const quoted = JSON.stringify(shorten(text, 120));
  const code = /\bpython\b/i.test(text)
    ? `python\nimport re\nfrom collections import Counter\n\nwords = re.findall(r"\\w+", ${quoted}.lower())\nprint(Counter(words).most_common(3))`
    : /\b(bash|curl|shell)\b/i.test(text)
      ? `bash\ngrep -oE '[[:alpha:]]+' <<'END' | sort | uniq -c | sort -rn | head -3\n${shorten(text, 120)}\nEND`
      : `typescript\nconst counts = new Map<string, number>();\nfor (const word of ${quoted}.toLowerCase().match(/\\p{L}+/gu) ?? []) {\n  counts.set(word, (counts.get(word) ?? 0) + 1);\n}\nconsole.log([...counts].sort((one, other) => other[1] - one[1]).slice(0, 3));`;
  return `## Code\n\nThis counts the words of your message:\n\n\`\`\`${code}\n\`\`\``;
}

/** Shannon entropy of the letters of the prompt. */
function mathSection({ text }: PromptReading): string {
  const letters = text.toLowerCase().match(/\p{L}/gu) ?? [];
  const kinds = [...new Set(letters)].map((letter) => letters.filter((one) => one === letter).length / letters.length);
  const entropy = -kinds.reduce((sum, share) => sum + share * Math.log2(share), 0);
  return [
    '## A formula with your numbers',
    '$$\nH = -\\sum_{i=1}^{n} p_i \\log_2 p_i\n$$',
    `Your message has $N = ${letters.length}$ letters of $n = ${kinds.length}$ kinds, so $H \\approx ${entropy.toFixed(3)}$ bits per letter.`,
  ].join('\n\n');
}

/** For a prompt that requests no special form: its words and numbers, and what to try. */
function plainSections({ text, words, sentences, topics, requests }: PromptReading): string[] {
  if (words === 0) return ['Your message has no words in it.'];
  return [
    `> ${shorten(text, 280)}`,
    [
      `- It has **${counted(words, 'word')}** in ${counted(sentences, 'sentence')}: ${counted(countTokens(text), 'token')}.`,
      ...(topics.length > 0 ? [`- Its topics: ${topics.map(({ word }) => `*${word}*`).join(', ')}.`] : []),
      ...(requests.has('question') ? ['- It is a question. The demo knows no facts, so it makes none up.'] : []),
    ].join('\n'),
    `Try one of these:\n\n${suggestions.map((suggestion) => `- *${suggestion}*`).join('\n')}`,
  ];
}

const suggestions = [
  'Write a Python function that counts words',
  'Compare apples and pears in a table',
  'What is 12 * (3 + 4)?',
  'Explain entropy with a formula',
  'Count to 30',
  'Greet me in Dutch',
];

/** What arrived of the conversation, so that a missing turn is seen at once. */
function conversationSection(turn: Turn): string {
  const asked = turn.messages.filter((message) => message.role === 'user');
  const lines: string[] = [];
  if (turn.system)
    lines.push(
      `- The system prompt has ${counted(countTokens(turn.system), 'token')} and begins: “${shorten(turn.system, 80)}”`,
    );
  if (asked[0] && asked.length > 1)
    lines.push(`- This is message ${asked.length} from you. The first one was: “${shorten(asked[0].text, 80)}”`);
  return lines.length === 0 ? '' : `The conversation so far:\n\n${lines.join('\n')}`;
}

const reasoningSteps = { none: 0, minimal: 1, low: 2, medium: 4, high: 6 } as const;

/** The reasoning of `demo-reasoner`: what the program really looks at. More effort shows more steps. */
export function composeReasoning(turn: Turn): string {
  const prompt = lastUserMessage(turn).text;
  const { words, topics, requests, sums } = readPrompt(prompt);
  const steps = [
    `The user wrote: “${shorten(prompt, 120)}”. That is ${counted(words, 'word')}, or ${counted(countTokens(prompt), 'token')}.`,
    topics.length > 0 ? `Its topics: ${topics.map(({ word }) => word).join(', ')}.` : 'It names no topic.',
    requests.size > 0 ? `It looks like a request for: ${[...requests].join(', ')}.` : 'It requests no special form.',
    sums.length > 0
      ? `It contains arithmetic: ${sums.map(({ expression, value }) => `${expression} = ${value ?? 'undefined'}`).join('; ')}.`
      : 'It contains no arithmetic.',
    turn.system ? `The system prompt says “${shorten(turn.system, 80)}”.` : 'There is no system prompt.',
    'I must not pretend to know facts: I am the demo gateway. Now I write the reply.',
  ];
  return steps.slice(0, reasoningSteps[turn.effort]).join('\n\n');
}

const longTokens = 50_000;

/** About 50,000 tokens of numbered chapters with a list, a table and code now and then. */
export function composeLongText(turn: Turn): string {
  const topics = readPrompt(lastUserMessage(turn).text).topics.map(({ word }) => word);
  const chapters = ['# A very long answer from the demo gateway'];
  for (let chapter = 1, tokens = 0; tokens < longTokens; chapter++) {
    const topic = topics[chapter % Math.max(1, topics.length)] ?? 'the stream';
    const parts = [
      `## Chapter ${chapter}: ${topic}\n\nAbout ${tokens} tokens came before this chapter. It shows how a client copes with a reply that does not seem to end.`,
      `If scrolling stays smooth while the word ${topic} passes again, the client renders well. If you scroll up now, a good client leaves you there and does not pull you back to the last line. Memory should grow with the text and with nothing else. Stopping should work at once, and the text so far should stay. Searching for ${topic} should find it in every chapter.`,
      ...(chapter % 4 === 0 ? [`- first about *${topic}*\n- then about chapter ${chapter}`] : []),
      ...(chapter % 6 === 0 ? [`| Chapter | Tokens before it |\n| ---: | ---: |\n| ${chapter} | ${tokens} |`] : []),
      ...(chapter % 9 === 0 ? [`\`\`\`typescript\nconst chapter = ${chapter};\n\`\`\``] : []),
    ];
    const text = parts.join('\n\n');
    tokens += countTokens(text);
    chapters.push(text);
  }
  return chapters.join('\n\n');
}
