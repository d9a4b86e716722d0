import { COME_BACK_WORDS, OPT_OUT_WORDS } from '@kirim/contract/opt-outs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandIn } from './opt-out-words.ts'

const OWN = ['tak nak', '退订', 'Отпишись', 'إيقاف', '🛑']

describe('a message', () => {
  test.each([
    ['STOP', 'out'],
    ['stop', 'out'],
    [' Stop. ', 'out'],
    ['*STOP*', 'out'],
    ['Stop!!', 'out'],
    ['berhenti 🙏', 'out'],
    ['ＳＴＯＰ', 'out'],
    ['UNSUBSCRIBE', 'out'],
    ['Tak\n  NAK', 'out'],
    ['退订', 'out'],
    ['退订。', 'out'],
    ['ОТПИШИСЬ', 'out'],
    ['إيقاف', 'out'],
    ['🛑', 'out'],
    ['start', 'back'],
    ['Mula', 'back'],
    ['stop it', null],
    ['please stop', null],
    ['stopp', null],
    ['S T O P', null],
    ['bus stop', null],
    ['restart', null],
    ['', null],
    ['   ', null],
    ['!!!', null],
    ['🙏', null],
    [`stop${' '.repeat(200)}`, null],
  ])('%j asks for %s', (text, command) => {
    expect(commandIn(text, OWN)).toBe(command)
  })

  test.each([
    ['बंद', 'बंद!', 'out'],
    ['बंद', 'बाद', null],
    ['रुको', 'रुको', 'out'],
    ['रुको', 'रुका', null],
    ['หยุด', 'หยด', null],
    ['だめ', 'だめ。', 'out'],
    ['だめ', 'ため', null],
    ['arrête', 'ARRETE', 'out'],
    ['إيقاف', 'إِيقَاف', 'out'],
    ['די', 'דַּי', 'out'],
    ['🛑️', '🛑', 'out'],
  ])('with %j as a word of the owner’s, %j asks for %s', (own, text, command) => {
    expect(commandIn(text, [own])).toBe(command)
  })

  test('asks to stop by a word that was added, only while it is one', () => {
    expect(commandIn('enough', [])).toBeNull()
    expect(commandIn('enough', ['Enough'])).toBe('out')
  })

  test('by which people come back is never a word of the owner’s own', () => {
    expect(commandIn('start', ['START'])).toBe('back')
  })

  test('is a word in any case, with whatever signs around it', () => {
    const around = fc.stringMatching(/^[ .,!?*_~"'()🙏-]{0,6}$/u)
    const word = fc.constantFrom(...OPT_OUT_WORDS, ...COME_BACK_WORDS)
    fc.assert(
      fc.property(around, word, around, fc.boolean(), (before, text, after, isLower) => {
        const written = before + (isLower ? text.toLowerCase() : text) + after
        const isBack = COME_BACK_WORDS.some((back) => back === text)
        return commandIn(written, []) === (isBack ? 'back' : 'out')
      }),
    )
  })

  test('with any other letter or digit in it asks for nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPT_OUT_WORDS),
        fc.stringMatching(/^[a-z0-9]$/),
        (word, sign) => {
          return commandIn(`${word} ${sign}`, []) === null && commandIn(sign + word, []) === null
        },
      ),
    )
  })
})
