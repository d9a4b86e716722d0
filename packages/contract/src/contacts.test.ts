import { expect, test } from 'vitest'
import { uploadContacts } from './contact-import.ts'
import {
  createGroup,
  deleteContact,
  listContacts,
  listGroupContacts,
  NewContact,
  NewContactGroup,
  removeFromGroup,
  renameGroup,
  updateContact,
} from './contacts.ts'
import { Id, IdParams } from './fields.ts'
import {
  choice,
  type FieldRules,
  flag,
  id,
  issuesOf,
  testFields,
  text,
  whole,
} from './testing/field-rules.ts'

const name = (leftOut?: { becomes: unknown }) =>
  text({
    min: 1,
    max: 200,
    none: 'name_required',
    short: 'name_required',
    long: 'name_too_long',
    trims: true,
    ...(leftOut && { leftOut }),
  })
const phoneNumber = (leftOut?: { becomes: unknown }) =>
  text({
    min: 1,
    max: 100,
    none: 'phone_number_required',
    short: 'phone_number_required',
    long: 'phone_number_invalid',
    trims: true,
    ...(leftOut && { leftOut }),
  })
const groupName = (short: 'group_name_empty' | undefined) =>
  text({
    max: 200,
    long: 'group_name_too_long',
    trims: true,
    ...(short ? { min: 1, none: short, short } : { leftOut: { becomes: undefined } }),
  })

testFields(
  'a new contact',
  NewContact,
  { name: 'Siti', phoneNumber: '0123456789' },
  { name: name(), phoneNumber: phoneNumber(), groupId: id({ leftOut: { becomes: undefined } }) },
)

testFields(
  'changes of a contact',
  updateContact.body,
  {},
  {
    name: name({ becomes: undefined }),
    phoneNumber: phoneNumber({ becomes: undefined }),
    fields: {
      takes: [
        ['nothing', undefined],
        ['a value, on one line', { city: ' Bandar\nBaru  Bangi ' }, { city: 'Bandar Baru Bangi' }],
        ['an empty value', { city: '' }],
        ['thirty', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, 'x']))],
      ],
      refuses: [
        ['a list', [], 'unreadable'],
        [
          'thirty-one',
          Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${n}`, 'x'])),
          'list_too_long',
          { max: 30 },
        ],
      ],
    },
    tags: {
      takes: [
        ['nothing', undefined],
        ['none', []],
        ['some', [' VIP ', 'Borong'], ['VIP', 'Borong']],
      ],
      refuses: [
        ['a text', 'VIP', 'unreadable'],
        ['twenty-one', Array.from({ length: 21 }, () => 'x'), 'tags_too_many', { max: 20 }],
      ],
    },
  },
)

testFields(
  'the form of a group',
  NewContactGroup,
  { groupName: 'Staf' },
  { groupName: groupName('group_name_empty') },
)
// The server refuses an empty name with a message of its own.
for (const call of [createGroup, renameGroup]) {
  testFields(call.summary, call.body, {}, { groupName: groupName(undefined) })
}

testFields(
  'an import',
  uploadContacts.body,
  {},
  {
    groupId: text({ max: 100, leftOut: { becomes: undefined } }),
    takeNames: flag({ leftOut: { becomes: undefined } }),
    mapping: {
      takes: [
        ['nothing', undefined],
        [
          'columns',
          '{"fromRow":2,"columns":[{"column":0,"as":"phone"},{"column":2,"as":"field","label":" City "}]}',
          {
            fromRow: 2,
            columns: [
              { column: 0, as: 'phone' },
              { column: 2, as: 'field', label: 'City' },
            ],
          },
        ],
      ],
      refuses: [
        ['no JSON', '{', 'unreadable'],
        ['too long a text', 'x'.repeat(20_001), 'text_too_long', { max: 20_000 }],
      ],
    },
  },
)

const left = { leftOut: { becomes: undefined } }
const page: Record<string, FieldRules> = {
  limit: whole({ min: 1, max: 1000, asText: true, ...left }),
  cursor: text({ max: 500, ...left }),
  q: text({ max: 200, trims: true, ...left }),
  tag: id(left),
  value: text({ max: 200, trims: true, ...left }),
  field: text({ min: 1, max: 160, ...left }),
  sort: choice(['newest', 'oldest', 'name', '-name', 'phoneNumber', '-phoneNumber'], left),
}
testFields('a page of contacts', listContacts.query, {}, page)
testFields('a page of a group', listGroupContacts.query, {}, page)

for (const call of [deleteContact, removeFromGroup]) {
  testFields(
    call.summary,
    call.query,
    {},
    { leaveCampaigns: flag({ leftOut: { becomes: false } }) },
  )
}

testFields('an id in a path', IdParams, { id: 'x' }, { id: id() })

test('an id is taken as it is: nothing of it is cut, turned or guessed', () => {
  for (const written of [' ', '../x', "' or 1=1 --", '%00', 'İ', '\u202e']) {
    expect(Id.parse(written)).toBe(written)
  }
  expect(issuesOf(Id, '')).toEqual([{ path: [], code: 'text_too_short', params: { min: 1 } }])
})
