import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  listeningFrom,
  noteConnected,
  noteDisconnected,
  noteLoaded,
  onStaleAnswer,
} from './event-position.ts'

afterEach(noteDisconnected)

describe('missed events at connect', () => {
  it.each([
    ['nothing was loaded', [], 'a.3', false],
    ['nothing has happened since', ['a.3', 'a.3'], 'a.3', false],
    ['something has happened', ['a.3'], 'a.4', true],
    ['something happened between two answers', ['a.3', 'a.4'], 'a.4', true],
    ['the answers came in another order', ['a.4', 'a.3'], 'a.4', true],
    ['the server was started anew meanwhile', ['a.3'], 'b.3', true],
  ])('%s', (_name, loaded, line, missed) => {
    for (const position of loaded) noteLoaded(position, null)
    expect(noteConnected(line)).toBe(missed)
  })
})

it.each([
  ['a.9', 'a.10', 1],
  ['a.10', 'a.9', 0],
  ['a.9', 'a.9', 0],
  ['b.9', 'a.9', 1],
])('an answer of %s after the line stood from %s on is told of %i times', (answer, line, times) => {
  const late = vi.fn()
  const end = onStaleAnswer(late)
  noteConnected(line)
  noteLoaded(answer, null)
  end()
  noteLoaded('c.0', null)
  expect(late).toHaveBeenCalledTimes(times)
})

it('compares nothing with a lost connection', () => {
  const late = vi.fn()
  const end = onStaleAnswer(late)
  noteConnected('a.5')
  noteDisconnected()
  noteLoaded('a.1', 'a.5')
  expect(late).not.toHaveBeenCalled()
  expect(noteConnected('a.1')).toBe(false)
  end()
})

it('a call made on the current connection is up to date, whichever server answers', () => {
  const late = vi.fn()
  const end = onStaleAnswer(late)
  noteConnected('a.5')
  const askedFrom = listeningFrom()
  noteLoaded('b.1', askedFrom)
  expect(late).not.toHaveBeenCalled()
  noteDisconnected()
  noteConnected('c.0')
  noteLoaded('b.1', askedFrom)
  expect(late).toHaveBeenCalledTimes(1)
  end()
})
