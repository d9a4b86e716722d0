import { describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { LoginBody, ProfileBody, RegisterBody } from './accounts.ts'
import { ChatbotItemForm } from './chatbots.ts'
import { NewContact, NewContactGroup } from './contacts.ts'
import { issueText } from './issue-texts.ts'
import { issueOf } from './issues.ts'
import { BulkCampaignForm } from './save-campaign.ts'

const long = 'x'.repeat(201)
const email = `${'x'.repeat(250)}@a.example`
const valid = { name: 'Aisyah', email: 'a@b.example', password: 'long enough' }
const NAME = 'A name may have at most 200 characters.'
const EMAIL = 'An e-mail address may have at most 254 characters.'

describe('a name that is too long gets a message of ours', () => {
  it.each<[string, z.ZodMiniType, object, string]>([
    ['a name to register', RegisterBody, { ...valid, name: long }, NAME],
    ['an e-mail to register', RegisterBody, { ...valid, email }, EMAIL],
    ['an e-mail to sign in', LoginBody, { email, password: 'x' }, EMAIL],
    ['a name of an account', ProfileBody, { name: long }, NAME],
    ['a name of a contact', NewContact, { name: long, phoneNumber: '60123456789' }, NAME],
    [
      'a phone number',
      NewContact,
      { name: 'Bala', phoneNumber: '1'.repeat(101) },
      'This is not a valid phone number.',
    ],
    [
      'a name of a group',
      NewContactGroup,
      { groupName: long },
      'A group name may have at most 200 characters.',
    ],
    [
      'a name of a campaign',
      BulkCampaignForm,
      { campaignName: long, contactGroupId: 'g1' },
      'A campaign name may have at most 200 characters.',
    ],
  ])('%s', (_what, schema, value, sentence) => {
    expect(schema.safeParse(value).error?.issues.map((found) => issueText(issueOf(found)))).toEqual(
      [sentence],
    )
  })
})

const named: readonly [string, z.ZodMiniType, (name: string) => object][] = [
  ['Name is required.', ProfileBody, (name) => ({ name })],
  ['Name is required.', RegisterBody, (name) => ({ ...valid, name })],
  ['Name is required.', NewContact, (name) => ({ name, phoneNumber: '60123456789' })],
  ['Name is required.', ChatbotItemForm, (name) => ({ name, captionAi: 'Hi' })],
  ['Group name cannot be empty.', NewContactGroup, (groupName) => ({ groupName })],
  [
    'Campaign name is required.',
    BulkCampaignForm,
    (campaignName) => ({ campaignName, contactGroupId: 'g1' }),
  ],
]

describe('a name', () => {
  const nameOf = (name: string) => ProfileBody.safeParse({ name })

  it.each([
    '',
    ' \n\t\u00a0',
    '\u200b\u200b',
    '\u202e',
    '\u2066 \u2069',
    '\u3164',
    '\u2800',
    '\u00ad\ufeff',
  ])('%j is none', (name) => {
    for (const [sentence, schema, withName] of named) {
      const { error } = schema.safeParse(withName(name))
      expect(error?.issues.map((found) => issueText(issueOf(found)))).toEqual([sentence])
    }
  })

  it.each([
    ['  Siti \r\n  Nurhaliza\t', 'Siti Nurhaliza'],
    ['Ais\u202eyah\u200f', 'Aisyah'],
    ['Siti\u2028Nur', 'Siti Nur'],
    ['Zoe\u0308', 'Zoë'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d👧', '👩\u200d👧'],
    ['X', 'X'],
  ])('%j is kept as %j', (written, kept) => {
    expect(nameOf(written).data?.name).toBe(kept)
  })
})
