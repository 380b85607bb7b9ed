import { type Effect, faultsOf } from './fault.ts';
import type { SessionFault } from './scenario.ts';

export const scenario = (session: SessionFault): Effect => ({ session });

export const closes = (code: number | null, reason: string): Effect =>
  scenario({ afterReply: [{ do: 'close', code, reason }] });

const refusedAtOnce = (type: string, code: string, message: string): Effect =>
  scenario({ atOnce: [{ do: 'error', type, code, message }, { do: 'wait', ms: 30 }, { do: 'drop' }] });

const quota = {
  do: 'error',
  type: 'new_api_error',
  code: 'insufficient_user_quota',
  message: 'The balance of this user is not enough: remaining $0.000000, needed $0.010000',
} as const;

/** The gateway checks the balance only after the WebSocket is open. */
export const spent: SessionFault = { atOnce: [quota, { do: 'wait', ms: 30 }, { do: 'reset' }] };

/** What can happen to a realtime session. */
export const sessionFaults = faultsOf(
  `
  session-close-1011 | realtime | session | Server error (1011) | 服务器错误 (1011)
  session-reset | realtime | session | Session reset | 会话连接被重置
  session-drop | realtime | session | Session dropped | 会话断线
  session-dead | realtime | session | Session silent | 会话无响应
  session-nothing | realtime | session | Handshake, then nothing | 握手后无内容
  session-malformed | realtime | session | Malformed events | 事件格式错误
  session-quota | realtime | session | Quota used up at the start | 开始即额度用尽
  session-upstream-down | realtime | session | Upstream unreachable | 上游不可达
  session-model-missing | realtime | session | Model not found | 找不到模型
  session-expires | realtime | session | Session expires | 会话到期
  session-beta-only | realtime | session | Beta API only | 仅支持 Beta 接口
  session-no-transcript | realtime | session | No transcription | 不能转录
`,
  {
    'session-close-1011': closes(1011, 'internal error'),
    'session-reset': scenario({
      // A reset discards data that is still in transit.
      afterReply: [{ do: 'wait', ms: 30 }, { do: 'reset' }],
    }),
    'session-drop': scenario({ afterReply: [{ do: 'drop' }] }),
    'session-dead': scenario({ isDead: true }),
    'session-nothing': scenario({ atOnce: [] }),
    'session-malformed': scenario({
      afterReply: [
        { do: 'text', text: '{"type":"response.done","response":{' },
        { do: 'text', text: '{"type":"__proto__","__proto__":{"polluted":true}}' },
        { do: 'text', text: '{"type":"constructor"}' },
        { do: 'text', text: '{"type":"demo.never_heard_of","event_id":"event_x"}' },
        { do: 'text', text: '[1,2,3]' },
        { do: 'text', text: '{"type":7}' },
      ],
    }),
    'session-quota': scenario(spent),
    'session-upstream-down': refusedAtOnce('upstream_error', 'do_request_failed', 'dial upstream: connection refused'),
    'session-model-missing': refusedAtOnce(
      'new_api_error',
      'model_not_found',
      'No available channel for model under group default',
    ),
    'session-expires': scenario({ lastsMs: 2000 }),
    'session-beta-only': scenario({ only: { dialect: 'beta', closes: false } }),
    'session-no-transcript': scenario({ cannotTranscribe: true }),
  },
);
