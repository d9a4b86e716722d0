import type { Session } from '@kirim/contract/accounts'
import { until } from '@kirim/testing/until'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import type { TestApp } from './test-app.ts'
import { campaignForm, chatbotForm, linkDevice, makeGroup, pngFile } from './test-browser.ts'

/** Ids of one account's things, one of each kind that a path can name. */
export interface Tenant {
  readonly session: Session
  readonly workspaceId: string
  readonly deviceId: string
  readonly phoneNumber: string
  readonly groupId: string
  readonly contactId: string
  readonly contactNumber: string
  readonly mediaId: string
  readonly campaignId: string
  readonly itemId: string
  readonly pauseId: string
  readonly optOutId: string
  readonly fieldId: string
  readonly tagId: string
  readonly segmentId: string
  readonly savedTextId: string
  readonly invitationId: string
  /** A picture that the contact sent. */
  readonly messageId: string
  /** The chat that has it, where it is the entry. */
  readonly chatId: string
  readonly entryId: string
  readonly labelId: string
}

/** `:id` and `:campaignId` mean something else in each feature. */
const KINDS: readonly [RegExp, (of: Tenant) => Record<string, string>][] = [
  [/^\/whatsapp\//, ({ deviceId }) => ({ id: deviceId })],
  [/^\/contact-groups\//, ({ groupId, contactId }) => ({ id: groupId, groupId, contactId })],
  [/^\/contacts\//, ({ contactId }) => ({ id: contactId })],
  [/^\/contact-fields\//, ({ fieldId }) => ({ id: fieldId })],
  [/^\/contact-segments\//, ({ segmentId }) => ({ id: segmentId })],
  [/^\/contact-tags\//, ({ tagId }) => ({ id: tagId })],
  [/^\/opt-outs\//, ({ optOutId }) => ({ id: optOutId })],
  [/^\/saved-texts\//, ({ savedTextId }) => ({ id: savedTextId })],
  [/^\/media\//, ({ mediaId }) => ({ id: mediaId })],
  [/^\/team\/invitations\//, ({ invitationId }) => ({ id: invitationId })],
  [/^\/team\/people\//, ({ session }) => ({ id: session._id })],
  [/^\/workspaces\/holding\//, ({ campaignId }) => ({ id: campaignId })],
  [/^\/chats\/labels\//, ({ labelId }) => ({ id: labelId })],
  [/^\/chats\/settings\/numbers\//, ({ deviceId }) => ({ deviceId })],
  [
    /^\/chats\//,
    ({ chatId, entryId, labelId }) => ({ id: chatId, entryId, noteId: entryId, labelId }),
  ],
  [/^\/admin\//, ({ workspaceId }) => ({ id: workspaceId })],
  [/^\/ledger\//, ({ campaignId }) => ({ campaignId, personId: `${campaignId}.1` })],
  [/^\/campaigns\//, ({ deviceId, campaignId }) => ({ deviceId, campaignId })],
  [/\/paused-chats/, ({ deviceId, pauseId }) => ({ deviceId, id: pauseId })],
  [/^\/ai-chatbot\//, ({ deviceId, itemId }) => ({ id: deviceId, deviceId, campaignId: itemId })],
  [
    /^\/sandbox\//,
    ({ phoneNumber, contactNumber, messageId }) => ({ phoneNumber, contactNumber, messageId }),
  ],
]

/** The values of a path's parameters for this account. */
export function idsIn(path: string, tenant: Tenant): Record<string, string> {
  if (!path.includes(':')) return {}
  const kind = KINDS.find(([room]) => room.test(path))
  if (!kind) throw new Error(`Whose ids ${path} takes must be said here.`)
  return kind[1](tenant)
}

const HOUR_MS = 60 * 60 * 1000

/** Creates one of everything for an account. */
export async function seedTenant(app: TestApp, db: Db, session: Session): Promise<Tenant> {
  const { token } = session
  const made = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(method, path, { token, ...(body !== undefined && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body as { _id: string; id: string }
  }
  const contactNumber = '60123456701'
  const device = await linkDevice(app, session)
  const groupId = await makeGroup(app, session, 'Group', [
    { name: 'A', phoneNumber: contactNumber },
  ])
  const [contact] = (await app.call('GET', '/contacts', { token })).body as { _id: string }[]
  const upload = new FormData()
  upload.set('mediaFile', pngFile('a.png'))
  const media = await made('POST', '/media', upload)
  const form = { campaignName: 'C', caption: 'C', contactGroupId: groupId, statusEnabled: 'false' }
  const campaign = await made('POST', `/campaigns/${device.id}`, campaignForm(form))
  const item = await made(
    'POST',
    `/ai-chatbot/${device.id}/campaigns`,
    chatbotForm({ status: 'disable' }),
  )
  const optOut = await made('POST', '/opt-outs', { phoneNumber: '60123456798' })
  const field = await made('POST', '/contact-fields', { label: 'City' })
  await made('PUT', `/contacts/${contact?._id}`, { fields: { city: 'Bangi' }, tags: ['VIP'] })
  const [tag] = (await app.call('GET', '/contact-tags', { token })).body as { id: string }[]
  const savedText = await made('POST', '/saved-texts', { name: 'T', text: 'T' })
  const segment = await made('POST', '/contact-segments', {
    groupName: 'Segment',
    filter: { match: 'all', conditions: [{ about: 'tag', is: 'has', tagId: tag?.id }] },
  })
  const invited = await app.call('POST', '/team/invitations', { token, body: { role: 'agent' } })
  const [invitation] = invited.body as { id: string }[]
  const picture = new FormData()
  picture.set('image', pngFile('b.png'))
  const chat = `/sandbox/phones/${device.number}/chats/${contactNumber}`
  const message = await made('POST', `${chat}/messages`, picture)
  const inChat = await chatOf(db, device.id)
  return {
    session,
    workspaceId: session._id,
    deviceId: device.id,
    phoneNumber: device.number,
    groupId,
    contactId: contact?._id ?? '',
    contactNumber,
    mediaId: media._id,
    campaignId: campaign.id,
    itemId: item._id,
    pauseId: await pauseAChat(db, device.id),
    optOutId: optOut.id,
    fieldId: field.id,
    tagId: tag?.id ?? '',
    segmentId: segment._id,
    savedTextId: savedText.id,
    invitationId: invitation?.id ?? '',
    messageId: message.id,
    ...inChat,
    labelId: await makeLabel(db, session._id),
  }
}

/** The chat of the message that a device has got. */
async function chatOf(db: Db, deviceId: string) {
  return until('the message is in its chat', async () => {
    const row = await db
      .selectFrom('inbox')
      .select(['chat_id', 'message_id'])
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    return row?.chat_id ? { chatId: row.chat_id, entryId: row.message_id } : null
  })
}

async function makeLabel(db: Db, workspaceId: string): Promise<string> {
  const id = newId()
  const label = {
    id,
    user_id: workspaceId,
    name: 'Order',
    name_key: 'order',
    colour: 'teal' as const,
  }
  await db.insertInto('chat_labels').values(label).execute()
  return id
}

async function pauseAChat(db: Db, deviceId: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('chat_pauses')
    .values({
      id,
      device_id: deviceId,
      chat_key: '60123456799',
      until: Date.now() + HOUR_MS,
      chat: 'individual',
      name: 'B',
      phone_number: '60123456799',
      reason: 'minute',
      counted_from: 0,
    })
    .execute()
  return id
}

/** What its account sees of a device, but for what is measured every minute. */
function withoutHealth(devices: unknown): unknown {
  if (!Array.isArray(devices)) return devices
  return devices.map(({ health: _, ...device }: Record<string, unknown>) => device)
}

/** What it sees of its people, except who is there at the moment. */
function withoutPresence({ people, ...team }: { people: Record<string, unknown>[] }): unknown {
  return { ...team, people: people.map(({ isHere: _, lastSeenAt: __, ...person }) => person) }
}

/** What an account can see that stays as it is while nobody changes it. */
function settled(path: string, body: unknown): unknown {
  if (path === '/whatsapp/devices') return withoutHealth(body)
  if (path === '/team') return withoutPresence(body as { people: Record<string, unknown>[] })
  return body
}

/** Everything that an account can see of its own. */
export async function everythingOf(app: TestApp, tenant: Tenant): Promise<unknown> {
  const { session, deviceId, campaignId, itemId, groupId, phoneNumber, contactNumber } = tenant
  const paths = [
    '/users/profile',
    '/settings/ai',
    '/whatsapp/devices',
    '/contacts',
    '/contact-groups',
    '/contact-fields',
    '/contact-tags',
    `/contact-groups/${groupId}/contacts`,
    '/opt-outs',
    '/opt-outs/settings',
    `/opt-outs/${tenant.optOutId}/changes`,
    '/media',
    '/saved-texts',
    '/team',
    '/workspaces',
    `/saved-texts/${tenant.savedTextId}`,
    `/campaigns/${deviceId}/${campaignId}`,
    '/analytics/dashboard/overall-summary',
    '/analytics/dashboard/bulk-campaign-summary',
    '/ai-chatbot/devices-summary',
    `/ai-chatbot/devices/${deviceId}/settings`,
    `/ai-chatbot/${deviceId}/campaigns`,
    `/ai-chatbot/${deviceId}/campaigns/${itemId}`,
    `/ai-chatbot/${deviceId}/campaigns/${itemId}/api-rest`,
    `/ai-chatbot/${deviceId}/paused-chats`,
    '/sandbox/phones',
    '/sandbox/weather',
    `/sandbox/phones/${phoneNumber}/chats`,
    `/sandbox/phones/${phoneNumber}/groups`,
    `/sandbox/phones/${phoneNumber}/weather`,
    `/sandbox/phones/${phoneNumber}/chats/${contactNumber}/messages`,
  ]
  const answers = await Promise.all(
    paths.map((path) => app.call('GET', path, { token: session.token })),
  )
  return paths.map((path, index) => {
    const { status, body } = answers[index] ?? {}
    if (status !== 200) throw new Error(`GET ${path}: ${status}`)
    return { path, body: settled(path, body) }
  })
}
