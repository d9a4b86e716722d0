import { expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { createMemberAnswers } from './member-answers.ts'
import { DEFAULT_SETTINGS } from './opt-out-settings.repository.ts'
import type { Asked } from './opt-outs.ports.ts'
import type { StoredOptOut } from './opt-outs.repository.ts'

const HOUR_MS = 60 * 60_000
const SINCE = 1_000_000
const NURUL = { workspaceId: 'w', phoneNumber: '60123456714', lid: null }

function answersTo(given: { isOut?: boolean; isForbidden?: boolean; words?: string[] }) {
  const { isOut = true, isForbidden = false, words = [] } = given
  const out = { id: 'o', user_id: 'w', since: SINCE } as StoredOptOut
  return createMemberAnswers({
    check: { rowOut: async () => (isOut ? out : null), refusalOf: async () => null },
    settings: { load: async () => ({ ...DEFAULT_SETTINGS, words }) },
    areForbidden: async () => isForbidden,
  })
}

const asked = (after: number, isAnswered = false, text = 'Di mana kedai?'): Asked => ({
  at: SINCE + after,
  text,
  isAnswered,
})

test.each<[string, Asked | null, hoursAfterwards: number, object, string]>([
  ['somebody who has not opted out', null, 0, { isOut: false }, 'free'],
  ['no question', null, 0, {}, 'opted_out'],
  ['a question from before', asked(-1), 0, {}, 'opted_out'],
  ['the word itself, said again', asked(1, false, 'Stop!'), 0, {}, 'opted_out'],
  ['a word of the workspace', asked(1, false, 'Henti'), 0, { words: ['henti'] }, 'opted_out'],
  ['a question that waits, however long', asked(1), 100, {}, 'asked'],
  ['an answered question of the same day', asked(1, true), 23, {}, 'asked'],
  ['an answered question of the day before', asked(1, true), 24, {}, 'opted_out'],
  ['a question where it is forbidden', asked(1), 0, { isForbidden: true }, 'forbidden'],
])('%s', async (_, question, hours, given, expected) => {
  const at = (question?.at ?? SINCE) + hours * HOUR_MS
  const answering = async () => ({ asked: question, at })
  const { kind } = await answersTo(given).standing(NURUL, answering, null as unknown as Db)
  expect(kind).toBe(expected)
})
