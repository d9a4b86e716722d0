import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyChanges,
  type ChangeOf,
  isOpenToEdits,
  mayChange,
  type Place,
} from './inbound-changes.ts'

const SITI: Place = {
  chat: 'individual',
  chatJid: '60131000001@s.whatsapp.net',
  chatLid: null,
  senderJid: '60131000001@s.whatsapp.net',
  senderNumber: '60131000001',
}
const SITI_BY_LID: Place = { ...SITI, chatJid: '77@lid', chatLid: '77@lid', senderJid: '77@lid' }
const MEI: Place = {
  ...SITI,
  chatJid: '60131000002@s.whatsapp.net',
  senderJid: '60131000002@s.whatsapp.net',
  senderNumber: '60131000002',
}
const UNKNOWN: Place = { ...SITI_BY_LID, chatJid: '78@lid', chatLid: '78@lid', senderNumber: null }
const GROUP = '1203@g.us'
const member = (jid: string, number: string | null, chatJid = GROUP): Place => ({
  chat: 'group',
  chatJid,
  chatLid: null,
  senderJid: jid,
  senderNumber: number,
})
const ALI = member('81@lid', null)

test.each<[string, Place, boolean, Place, boolean]>([
  ['its author', SITI, false, SITI, true],
  ['its author, who is addressed in another way', SITI_BY_LID, false, SITI, true],
  ['an author of whom only the identity is known', UNKNOWN, false, UNKNOWN, true],
  ['somebody else', MEI, false, SITI, false],
  ['somebody of whom nothing is known', UNKNOWN, false, SITI, false],
  ['somebody else, who says to be an administrator', MEI, true, SITI, false],
  ['its author from a group', ALI, false, { ...SITI, senderJid: '81@lid' }, false],
  ['the member who wrote it', ALI, false, ALI, true],
  ['the same member by number', member('6012@x', '6012'), false, member('82@lid', '6012'), true],
  ['another member', member('82@lid', null), false, ALI, false],
  ['an administrator', member('82@lid', null), true, ALI, true],
  ['an administrator of another group', member('82@lid', null, '9@g.us'), true, ALI, false],
])('%s deletes a message: %#', (_who, by, byAdmin, message, expected) => {
  expect(mayChange({ ...by, what: 'deleted', byAdmin }, message)).toBe(expected)
})

test("no admin can edit another person's message", () => {
  const change = { ...member('82@lid', null), what: 'edited', byAdmin: true } as const
  expect(mayChange(change, ALI)).toBe(false)
})

const edit = (text: string, at: number, by = SITI): ChangeOf => ({
  ...by,
  what: 'edited',
  byAdmin: false,
  text,
  at,
})
const deletion = (at: number, by = SITI): ChangeOf => ({ ...edit('', at, by), what: 'deleted' })
const message = { ...SITI, text: 'hrga' }

test.each<[string, ChangeOf[], object]>([
  ['nothing', [], { text: 'hrga', deleted: false, wording: 0, editedAt: null }],
  ['an edit', [edit('harga', 5)], { text: 'harga', deleted: false, wording: 1, editedAt: 5 }],
  ['the last edit', [edit('c', 9), edit('b', 5)], { text: 'c', wording: 1, editedAt: 9 }],
  ['a deletion', [deletion(9)], { deleted: true }],
  ['an edit and a deletion', [deletion(9), edit('b', 5)], { deleted: true }],
  ['what somebody else did', [deletion(9, MEI), edit('b', 5, MEI)], { text: 'hrga', wording: 0 }],
])('a message that comes after %s', (_what, changes, expected) => {
  expect(applyChanges(message, changes)).toMatchObject(expected)
})

test('changes have the same result in any order', () => {
  const changes = fc.uniqueArray(
    fc.record({ text: fc.string(), at: fc.nat(), by: fc.constantFrom(SITI, MEI) }),
    { selector: ({ at }) => at },
  )
  fc.assert(
    fc.property(changes, (given) => {
      const edits = given.map(({ text, at, by }) => edit(text, at, by))
      expect(applyChanges(message, edits.toReversed())).toEqual(applyChanges(message, edits))
    }),
  )
})

test.each<[string, string | null, boolean, boolean]>([
  ['new', null, false, true],
  ['silent', 'no_match', false, true],
  ['silent', 'number_off', false, true],
  ['silent', 'opt_out', false, false],
  ['silent', 'answer_saved', false, false],
  ['silent', 'number_gone', false, false],
  ['answered', null, true, true],
  ['answered', null, false, false],
  ['old', 'too_old', false, false],
  ['own', null, false, false],
])('a message that is %s (%s), its reply open: %s, counts anew: %s', (state, reason, open, is) => {
  expect(isOpenToEdits({ state, reason, hasOpenReply: open })).toBe(is)
})
