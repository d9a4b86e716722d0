/** Fragments that make some text processing slow when repeated. */
export const SLOW_UNITS: Readonly<Record<string, string>> = {
  'marks of two classes in turn': '\u0315\u0300',
  'thirty marks on every letter': `a${'\u0315\u0300'.repeat(15)}`,
  'marks that come apart': '\u0f77',
  'half-width voicing': '\uff9e',
  'one sign that is eighteen': '\ufdfa',
  'nested braces': '{a|',
  'nested brackets': '[now_formatted|[x',
  'nested lists': '[',
  'nested objects': '{"a":',
  separators: ',;\n',
  blanks: ' \u00a0\u3000',
  'line breaks': '\r\n',
  'emoji with joiners': '👩\u200d',
  flags: '🇲',
  'signs that turn the direction': '\u202e\u2066',
  'halves of characters': '\ud83d',
  digits: '1',
  'a number and a dot': '1.',
  'an e-mail address, almost': 'a@a.',
  'a web address, almost': 'http://',
  'a path, almost': 'a[0].',
  'Thai without spaces': 'กขค',
  'one letter': 'a',
  'a word and a space': 'a ',
  backslashes: '\\',
  slashes: '/',
  'per cent': '%25',
  angles: '<think>',
}

/** Repeats `unit` up to a length of `length` code units. */
export function repeatTo(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}
