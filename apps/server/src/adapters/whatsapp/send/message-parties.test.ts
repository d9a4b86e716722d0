import { expect, test } from 'vitest'
import { createMessageParties, type ReceiptAttrs } from './message-parties.ts'

const PERSON = '60123456701@s.whatsapp.net'
const LID = '101000000000001@lid'
const OLD_NUMBER = '60123456700@s.whatsapp.net'
const STRANGER = '60123456702@s.whatsapp.net'
const STRANGERS_LID = '101000000000002@lid'
const GROUP = '120363000000000001@g.us'
const OWN = '60123456709@s.whatsapp.net'

/** The person has changed their number once; of the strangers nothing is known. */
const numbers: Record<string, string> = { [LID]: '60123456701:0@s.whatsapp.net' }
const lids: Record<string, string> = { [PERSON]: LID, [OLD_NUMBER]: LID }

const parties = createMessageParties(
  {
    getPNForLID: async (lid) => numbers[lid] ?? null,
    getLIDForPN: async (number) => lids[number] ?? null,
  },
  (jid) => /^60123456709[:@]/.test(jid),
)

test.each<[string, string, ReceiptAttrs, boolean]>([
  ['the person', PERSON, { from: PERSON }, true],
  ['a device of theirs', PERSON, { from: '60123456701:3@s.whatsapp.net' }, true],
  ['one at the service of a firm', PERSON, { from: '60123456701:99@hosted' }, true],
  ['the person under their LID', PERSON, { from: LID }, true],
  ['a device under their LID', PERSON, { from: '101000000000001:3@lid' }, true],
  ['the person of a LID under their number', LID, { from: PERSON }, true],
  ['the person with a new number', OLD_NUMBER, { from: LID }, true],
  ['a LID with its number', STRANGER, { from: STRANGERS_LID, sender_pn: STRANGER }, true],
  ['a number with its LID', STRANGERS_LID, { from: STRANGER, sender_lid: STRANGERS_LID }, true],
  ['somebody else', PERSON, { from: STRANGER }, false],
  ['somebody else, who names the person', PERSON, { from: STRANGER, recipient: PERSON }, false],
  [
    'somebody else, for the person',
    PERSON,
    { from: STRANGER, participant: PERSON } as ReceiptAttrs,
    false,
  ],
  ['somebody else under their LID', PERSON, { from: STRANGERS_LID }, false],
  ['the same digits as a LID', LID, { from: '101000000000001@s.whatsapp.net' }, false],
  ['a group, for a message to a person', PERSON, { from: GROUP }, false],
  ['the group', GROUP, { from: GROUP }, true],
  ['another group', GROUP, { from: '120363000000000002@g.us' }, false],
  ['a person, for a message to a group', GROUP, { from: PERSON }, false],
  ['an own device, about the chat', PERSON, { from: OWN, recipient: LID }, true],
  ['an own device, about the group', GROUP, { from: OWN, recipient: GROUP }, true],
  ['an own device, about another chat', PERSON, { from: OWN, recipient: STRANGER }, false],
  ['the own phone, which has sent it on', PERSON, { from: OWN, type: 'sender' }, true],
  ['the own phone, for a message to itself', OWN, { from: OWN }, true],
  ['nobody', PERSON, {}, false],
])('%s', async (_who, chat, attrs, isParty) => {
  expect(await parties.isParty(chat, attrs)).toBe(isParty)
})

test('of several messages those count that are of the chat', async () => {
  const chats = new Map([
    ['A', PERSON],
    ['B', STRANGER],
    ['C', GROUP],
    ['D', LID],
  ])
  expect(await parties.onlyOf(chats, { from: PERSON })).toEqual(['A', 'D'])
})
