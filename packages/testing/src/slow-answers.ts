import { repeatTo, SLOW_UNITS } from './slow-texts.ts'

/** Repeats `unit`, separated by `,`, between `start` and `end`, as often as `size` bytes allow. */
function filled(start: string, unit: string, end: string): (size: number) => string {
  return (size) => {
    const times = Math.floor((size - start.length - end.length) / (unit.length + 1))
    return `${start}${`${unit},`.repeat(times).slice(0, -1)}${end}`
  }
}

/** JSON that is slow to parse, each of the requested size in bytes (all are ASCII). */
const WORST_JSON: Readonly<Record<string, (size: number) => string>> = {
  'brackets that never close': (size) => '['.repeat(size),
  'lists within lists': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects within objects': (size) => '{"a":'.repeat(size / 6) + '0'.padEnd(size / 6, '}'),
  'a list of numbers': filled('[', '0', ']'),
  'a list of long numbers': filled('[', '1.50', ']'),
  'a list of objects': filled('[', '{}', ']'),
  'a list of objects in an object': filled('{"data":[', '{}', ']}'),
  'an object of one key': filled('{', '"a":0', '}'),
  'one long number': (size) => `[${'1'.repeat(size - 2)}]`,
  'one long fraction': (size) => `[0.${'1'.repeat(size - 4)}]`,
  blanks: (size) => ' '.repeat(size),
  'a text of escapes': (size) => `["${'\\u0315\\u0300'.repeat((size - 4) / 12)}"]`,
  'a text of line breaks': (size) => `{"error":{"message":"${'\\n'.repeat(size / 2 - 15)}"}}`,
  'a text of one letter': (size) => `{"error":{"message":"${'a'.repeat(size - 30)}"}}`,
}

const SAID = '{"role":"assistant","content":"a"}'
const CALL = '{"id":"a","type":"function","function":{"name":"a","arguments":""}}'

/** Long lists in the formats of AI providers. */
const WORST_LISTS: Readonly<Record<string, (size: number) => string>> = {
  'calls of tools': filled(
    '{"choices":[{"message":{"role":"assistant","tool_calls":[',
    '{"function":{"name":"a","arguments":""}}',
    ']}}]}',
  ),
  'calls of tools with names': filled(
    `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"a","tool_calls":[`,
    CALL,
    ']}}]}',
  ),
  'choices that are none': filled('{"choices":[', '0', ']}'),
  'empty choices': filled('{"choices":[', '{}', ']}'),
  choices: filled('{"choices":[', `{"index":0,"finish_reason":"stop","message":${SAID}}`, ']}'),
  'output of OpenAI': filled(
    '{"id":"a","created_at":1,"model":"m","output":[',
    '{"type":"message","role":"assistant","id":"a","content":[{"type":"output_text","text":"a","annotations":[]}]}',
    '],"usage":{"input_tokens":1,"output_tokens":1}}',
  ),
  'calls in the output of OpenAI': filled(
    '{"id":"a","created_at":1,"model":"m","output":[',
    '{"type":"function_call","call_id":"a","name":"a","arguments":"","id":"a"}',
    '],"usage":{"input_tokens":1,"output_tokens":1}}',
  ),
  'output of OpenAI that is none': filled('{"id":"a","output":[', '{}', ']}'),
  'parts of Google': filled(
    '{"candidates":[{"content":{"parts":[',
    '{"text":"a"}',
    ']},"finishReason":"STOP"}]}',
  ),
  'calls of Google': filled(
    '{"candidates":[{"content":{"parts":[',
    '{"functionCall":{"name":"a","args":{}}}',
    ']},"finishReason":"STOP"}]}',
  ),
  'candidates of Google': filled('{"candidates":[', '{"content":{"parts":[{"text":"a"}]}}', ']}'),
  'blocks of Anthropic': filled(
    '{"type":"message","id":"a","model":"m","content":[',
    '{"type":"text","text":"a"}',
    '],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}',
  ),
  'calls of Anthropic': filled(
    '{"type":"message","id":"a","model":"m","content":[',
    '{"type":"tool_use","id":"a","name":"a","input":{}}',
    '],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}',
  ),
  'blocks of Anthropic that are none': filled(
    '{"type":"message","content":[',
    '{"type":"a"}',
    ']}',
  ),
}

const STREAM_LINES = {
  'events without a choice': 'data:{"choices":[]}\n\n',
  'events of a letter': 'data:{"choices":[{"delta":{"content":"a"}}]}\n\n',
  'events of many choices': `data:{"choices":[${'{},'.repeat(300)}{}]}\n\n`,
  'events of many numbers': `data:{"choices":[],"a":[${'0,'.repeat(300)}0]}\n\n`,
  'empty events': 'data:\n\n',
  'empty lines of data': 'data\n',
  'lines of data': 'data: [\n',
  comments: ':\n',
  'a quote in a comment, then events': `:"\n\ndata:{"choices":[${'{},'.repeat(300)}{}]}\n\n`,
  names: 'event:a\n',
  numbers: 'id:1\n',
  waits: 'retry:1\n',
  'carriage returns': '\r',
}

/** Event streams that are slow to parse, of the requested size. */
const WORST_STREAMS = Object.fromEntries(
  Object.entries(STREAM_LINES).map(([what, line]) => [
    what,
    (size: number) => `:\n${repeatTo(line, size - 20)}`,
  ]),
)

/** A reply of each provider, split where its content goes. */
const REPLIES = {
  'openai-compatible': [
    '{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":',
    '}}]}',
  ],
  openai: [
    '{"id":"a","created_at":1,"model":"m","output":[{"type":"message","role":"assistant","id":"a",' +
      '"content":[{"type":"output_text","annotations":[],"text":',
    '}]}],"usage":{"input_tokens":1,"output_tokens":1}}',
  ],
  google: ['{"candidates":[{"finishReason":"STOP","content":{"parts":[{"text":', '}]}}]}'],
  anthropic: [
    '{"type":"message","id":"a","model":"m","content":[{"type":"text","text":',
    '}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}',
  ],
} as const

/**
 * A provider's replies with texts that are slow to process, each with a description, of at most
 * `size` bytes.
 */
export function slowestReplies(provider: keyof typeof REPLIES, size: number): [string, string][] {
  const [start, end] = REPLIES[provider]
  return Object.entries(SLOW_UNITS).map(([what, unit]) => {
    const perUnit = Buffer.byteLength(JSON.stringify(unit.toWellFormed())) - 2
    const times = Math.floor((size - start.length - end.length - 2) / perUnit)
    return [what, `${start}${JSON.stringify(unit.repeat(times).toWellFormed())}${end}`]
  })
}

const WORST = { json: WORST_JSON, lists: WORST_LISTS, streams: WORST_STREAMS }

/** Slow answers of an external server, each with a description, of at most `size` bytes. */
export function slowestAnswers(kind: keyof typeof WORST, size: number): [string, string][] {
  return Object.entries(WORST[kind]).map(([what, shape]) => [what, shape(size)])
}
