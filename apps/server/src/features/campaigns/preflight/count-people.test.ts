import { describe, expect, test } from 'vitest'
import type { KnownCheck } from '../recipients/number-checks.repository.ts'
import { createPeopleCount, type KnownOfPage } from './count-people.ts'
import type { ReachedPerson } from './people-pages.ts'
import { createPeoplePicker, type PreviewPerson } from './preview-texts.ts'

const NOBODY: KnownOfPage = {
  optedOutNumbers: new Set(),
  optedOutLids: new Set(),
}

function person(phoneNumber: string, given: Partial<ReachedPerson> = {}): ReachedPerson {
  return {
    name: 'Farah',
    phoneNumber,
    fields: null,
    isWrittenTo: false,
    waName: null,
    check: null,
    ...given,
  }
}

function checked(given: Partial<KnownCheck> = {}): KnownCheck {
  return { isOnWhatsApp: true, jid: null, deviceName: 'Kedai', checkedAt: 5, ...given }
}

const FARAH = '60123456701'
const OMAR = '60123456702'
const ABSENT = checked({ isOnWhatsApp: false })
const LID = '1234@lid'

describe('the counts of people', () => {
  test.each<[string, ReachedPerson[], Partial<KnownOfPage>, object]>([
    ['nobody', [], {}, { total: 0, reached: 0 }],
    ['two', [person(FARAH), person(OMAR)], {}, { total: 2, reached: 2, unchecked: 2 }],
    ['no number', [person('0123')], {}, { total: 1, reached: 0, invalid: 1 }],
    ['the same number', [person(FARAH), person(FARAH)], {}, { reached: 1, samePerson: 1 }],
    [
      'the same account',
      [
        person(FARAH, { check: checked({ jid: LID }) }),
        person(OMAR, { check: checked({ jid: LID }) }),
      ],
      {},
      { total: 2, reached: 1, samePerson: 1, unchecked: 0 },
    ],
    [
      'another way to write a number',
      [person(FARAH), person(OMAR, { check: checked({ jid: `${FARAH}@s.whatsapp.net` }) })],
      {},
      { reached: 1, samePerson: 1 },
    ],
    [
      'opted out by number',
      [person(FARAH), person(OMAR)],
      { optedOutNumbers: new Set([OMAR]) },
      { reached: 1, optedOut: 1 },
    ],
    [
      'opted out by identity',
      [person(FARAH, { check: checked({ jid: LID }) })],
      { optedOutLids: new Set([LID]) },
      { reached: 0, optedOut: 1 },
    ],
    ['not on WhatsApp', [person(FARAH, { check: ABSENT })], {}, { reached: 0, notOnWhatsApp: 1 }],
    [
      'opted out and not on WhatsApp counts once',
      [person(FARAH, { check: ABSENT })],
      { optedOutNumbers: new Set([FARAH]) },
      { total: 1, optedOut: 1, notOnWhatsApp: 0 },
    ],
    [
      'one written to, one who wrote, one stranger',
      [person(FARAH, { isWrittenTo: true }), person(OMAR, { waName: 'Om' }), person('60123456703')],
      {},
      { reached: 3, neverWritten: 1 },
    ],
  ])('of %s', (_what, people, known, sum) => {
    const count = createPeopleCount()
    for (const one of people) count.add(one, { ...NOBODY, ...known })
    const { invalid, samePerson, optedOut, notOnWhatsApp, ...rest } = count.result()
    const leftOut = {
      invalid: invalid.people,
      samePerson: samePerson.people,
      optedOut: optedOut.people,
      notOnWhatsApp: notOnWhatsApp.people,
    }
    expect({ ...rest, ...leftOut }).toMatchObject(sum)
    const fallenOut = Object.values(leftOut).reduce((all, n) => all + n, 0)
    expect(rest.total - fallenOut).toBe(rest.reached)
  })

  test('names the first twenty people and the last check', () => {
    const count = createPeopleCount()
    for (let n = 0; n < 30; n++) {
      const check = checked({ isOnWhatsApp: false, checkedAt: n + 1, deviceName: `D${n}` })
      count.add(person(String(60123456700 + n), { check }), NOBODY)
    }
    const { notOnWhatsApp, checkedAt, checkedThrough } = count.result()
    expect(notOnWhatsApp.people).toBe(30)
    expect(notOnWhatsApp.first).toHaveLength(20)
    expect([checkedAt, checkedThrough]).toEqual([new Date(30).toISOString(), 'D29'])
  })
})

describe('the people of the previews', () => {
  const shown = (picked: readonly PreviewPerson[]) =>
    picked.map(({ kind, person: { phoneNumber } }) => `${kind} ${phoneNumber}`)
  const pickerOf = (...lengths: number[]) => {
    const picker = createPeoplePicker()
    lengths.forEach((length, index) => {
      picker.add(person(`n${index}`), { missing: length === 0 ? ['name'] : [], length })
    })
    return picker
  }

  test.each<[string, number[], number, string[]]>([
    ['nobody', [], 0, []],
    ['one', [5], 0, ['longest n0']],
    ['one without a name', [0], 0, ['missing n0']],
    ['of each kind', [5, 9, 0], 0, ['plain n0', 'longest n1', 'missing n2']],
    ['none incomplete', [5, 9, 7], 0, ['plain n0', 'plain n2', 'longest n1']],
    ['all incomplete', [0, 0, 0, 0], 0, ['longest n1', 'missing n0', 'missing n2']],
    ['one complete', [5, 0, 0], 0, ['longest n0', 'missing n1', 'missing n2']],
    ['others', [5, 9, 0, 6, 8, 0], 1, ['plain n3', 'longest n4', 'missing n5']],
  ])('%s', (_what, lengths, draw, expected) => {
    expect(shown(pickerOf(...lengths).pick(draw))).toEqual(expected)
  })

  test('never show a person twice', () => {
    const picker = pickerOf(...Array.from({ length: 200 }, (_, n) => (n * 7) % 11))
    for (let draw = 0; draw < 20; draw++) {
      const people = picker.pick(draw).map(({ person: { phoneNumber } }) => phoneNumber)
      expect(new Set(people).size).toBe(3)
    }
    expect(picker.lacking.get('name')).toBe(19)
  })
})
