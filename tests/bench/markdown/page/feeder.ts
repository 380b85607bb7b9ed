// Posts the text in token-sized chunks at a steady rate, as a gateway would, from outside the measured thread.
interface Feed {
  text: string;
  from: number;
  perSecond: number;
  charsPerToken: number;
}

addEventListener('message', ({ data }: MessageEvent<Feed>) => {
  const { text, from, perSecond, charsPerToken } = data;
  const began = performance.now();
  let sent = from;
  const timer = setInterval(() => {
    const due = Math.min(
      text.length,
      from + Math.floor(((performance.now() - began) / 1000) * perSecond) * charsPerToken,
    );
    while (sent < due) {
      const end = Math.min(due, sent + charsPerToken);
      postMessage(text.slice(sent, end));
      sent = end;
    }
    if (sent >= text.length) {
      clearInterval(timer);
      postMessage(null);
    }
  }, 4);
});
