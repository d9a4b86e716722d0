// @vitest-environment jsdom
import type { CallSpec } from '@kirim/contract/call'
import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { mayDo, type RoleName } from '@kirim/contract/roles'
import { calls } from '@kirim/contract/testing/every-export'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { campaignOf } from '#features/campaigns/testing/campaigns.ts'
import { itemOf, listedItemOf, numberOf } from '#features/chatbots/testing/items.ts'
import { changeOf, optOutOf, pageOf } from '#features/opt-outs/testing/opt-outs.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf, mediaOf } from '#shared/testing/samples.ts'
import { stubLayout } from '#shared/testing/user.ts'
import { pageAt } from './signed-in-pages.tsx'

const running = campaignOf({ status: 'sending', counts: { queued: 9, failed: 2 } })
const contact = {
  _id: 'k1',
  name: 'Ali',
  phoneNumber: '60123456701',
  createdAt: '2026-11-01T00:00:00.000Z',
  tags: [{ id: 't1', name: 'VIP' }],
  fields: { city: 'Bangi' },
}
const person = {
  id: 'c1.1',
  name: 'Mei',
  phoneNumber: '60123456702',
  state: 'read',
  variant: null,
  answeredAt: null,
  from: null,
  at: null,
  sentence: { code: 'read', params: {} },
}
const report: CampaignReport = {
  ...running,
  deviceNumber: '60123456701',
  alsoFrom: [],
  caption: 'Hai',
  minIntervalSeconds: 5,
  maxIntervalSeconds: 10,
  campaignScheduleType: 'daytime',
  timeZone: 'Asia/Kuala_Lumpur',
  startedAt: null,
  perMinute: 0,
  paceSeconds: 300,
  notAnswered: 3,
  partly: { sent: 0, delivered: 0, read: 0 },
  failuresInARow: 0,
  today: { used: 1, cap: null },
  heldUntil: null,
  heldUntilIsGuess: false,
  endsAt: null,
  behind: null,
  reasons: [],
  variants: [],
  comparison: [],
}
const unlinked = deviceOf({ connected: false, connectionStatus: 'logged_out' })
const one = { 'x-total-count': '1' }
const settings = { words: ['SUDAH'], answer: '', lineByDefault: true }
const paused = {
  id: 'p1',
  chat: 'individual',
  name: 'Ali',
  phoneNumber: '60123456701',
  username: '',
  until: '2035-01-01T00:00:00.000Z',
  reason: 'minute',
}
const finding = { itemId: 'c1', itemName: 'Hours', code: 'shadowed', params: {}, message: 'Odd' }

const answers: FakeApi['answers'] = {
  'GET /analytics/dashboard/overall-summary': ok({
    totalMessages: 5,
    sentMessages: 4,
    failedMessages: 1,
  }),
  'GET /analytics/dashboard/bulk-campaign-summary': ok([running], {
    ...one,
    'x-group-counts': 'under_way=1',
  }),
  'GET /analytics/dashboard/messages-a-day': ok([]),
  'GET /whatsapp/devices': ok([unlinked, deviceOf({ id: 'd2', name: 'Dua' })]),
  'GET /contact-groups': ok([groupOf()]),
  'GET /contact-tags': ok([{ id: 't1', name: 'VIP' }]),
  'GET /contact-fields': ok([{ id: 'f1', key: 'city', label: 'City' }]),
  'GET /contacts': ok([contact], one),
  'GET /opt-outs': ok(pageOf([optOutOf({ last: changeOf() })], { message: 1 })),
  'GET /opt-outs/settings': ok(settings),
  'GET /ledger/c1': ok(report),
  'GET /ledger/c1/people': ok({ items: [person], next: null }),
  'GET /ledger/c1/messages': ok({ width: 'hour', spans: [] }),
  'GET /ai-chatbot/devices-summary': ok([numberOf({ connected: false, unlinked: true })]),
  'GET /ai-chatbot/d1/campaigns': ok([listedItemOf({ name: 'Hours', useAI: true })]),
  'GET /ai-chatbot/d1/paused-chats': ok([paused]),
  'GET /ai-chatbot/d1/lint': ok([finding]),
  'GET /ai-chatbot/d1/responses': ok([], { 'x-total-count': '0' }),
  'GET /media': ok([mediaOf(), mediaOf({ _id: 'm2', originalName: 'b.png' })]),
  'GET /users/quotas': ok([]),
}

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ ...answers })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(address: string, role: RoleName, shows: string, people = 3) {
  const { pathname } = new URL(address, 'http://kirim.example')
  const { path, Page } = pageAt(pathname)
  await Page.load()
  renderPage(
    <Suspense>
      <Route path={path}>
        <Page />
      </Route>
    </Suspense>,
    {},
    address,
    { role, people },
  )
  await screen.findAllByText(shows)
  await vi.waitFor(() => expect(screen.queryAllByText(/^Loading/)).toEqual([]))
}

/** What can be pressed or typed into, by its name. */
function controls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button,a,input,textarea,select')].map(nameOf)
}

function nameOf(control: HTMLElement): string {
  return control.getAttribute('aria-label') ?? control.textContent ?? ''
}

/** Words of buttons and links that change something, or lead to where something is changed. */
const WRITES =
  /\b(add|new|create|edit|rename|delete|remove|pause|resume|cancel|duplicate|retry|upload|import|link again|reconnect|connect|disconnect|opt out|opt back|save|follow up|export|status of|select|AI settings)\b/i

const SCREENS = [
  ['/', 'Under way'],
  ['/campaigns', 'Promo Kopi Ais Jumaat'],
  ['/campaigns/c1', 'Mei'],
  ['/scan-device', 'Dua'],
  ['/contacts', 'Ali'],
  ['/opt-outs', 'Puan Rokiah'],
  ['/ai-chatbot', 'Kedai'],
  ['/ai-chatbot/d1/campaigns', 'Hours'],
  ['/ai-chatbot/d1/responses', 'No responses yet'],
  ['/media-storage', 'menu.png'],
] as const

describe.each(['viewer', 'agent'] as const)('a %s', (role) => {
  it.each(SCREENS)('sees %s without anything that writes or exports', async (address, shows) => {
    await open(address, role, shows)
    expect(controls().filter((name) => WRITES.test(name))).toEqual([])
    expect(document.querySelectorAll('[role=switch],[type=checkbox]')).toHaveLength(0)
  })

  it.each(SCREENS)('asks on %s for nothing that would be refused', async (address, shows) => {
    await open(address, role, shows)
    const refused = api.calls.filter((asked) => {
      const spec = specOf(asked)
      return spec?.needs !== undefined && !mayDo(role, spec.needs)
    })
    expect(refused).toEqual([])
  })
})

it.each(SCREENS.filter(([address]) => address !== '/ai-chatbot/d1/responses'))(
  'a manager has controls on %s',
  async (address, shows) => {
    await open(address, 'manager', shows)
    expect(controls().filter((name) => WRITES.test(name))).not.toEqual([])
  },
)

it('the contact’s panel is read without fields to type into', async () => {
  api.answers['GET /contacts/k1/sheet'] = ok({
    contact,
    groups: [],
    campaigns: [],
    campaignCount: 0,
    changes: [],
  })
  await open('/contacts', 'viewer', 'Ali')
  fireEvent.click(screen.getByRole('button', { name: 'Open Ali' }))
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('Bangi')
  expect(panel.querySelectorAll('input,textarea')).toHaveLength(0)
  expect(controls().filter((name) => WRITES.test(name))).toEqual([])
})

it('all of a chatbot item is read without its form', async () => {
  api.answers['GET /ai-chatbot/d1/campaigns/c1'] = ok(itemOf({ captionAi: 'We open at 7.' }))
  await open('/ai-chatbot/d1/campaigns', 'viewer', 'Hours')
  fireEvent.click(screen.getByRole('button', { name: 'Hours' }))
  const reader = await screen.findByRole('dialog', { name: 'Hours' })
  await within(reader).findByText('We open at 7.')
  within(reader).getByText('buka, jam berapa')
})

describe('who did it', () => {
  const cancelled = { status: 'cancelled', cancelledAt: '2026-11-27T02:00:00.000Z' } as const
  const acts = { createdBy: { name: 'Aina' }, stoppedBy: { name: '' } }

  it('is named where a workspace has several people', async () => {
    api.answers['GET /ledger/c1'] = ok({ ...report, ...cancelled, ...acts })
    await open('/campaigns/c1', 'viewer', 'Mei')
    screen.getByText(/Created by Aina\. Cancelled by A former member\.$/)
  })

  it('is not named in a workspace of one', async () => {
    api.answers['GET /ledger/c1'] = ok({ ...report, ...cancelled, ...acts })
    await open('/campaigns/c1', 'owner', 'Mei', 1)
    expect(screen.queryByText(/Created by|Cancelled by/)).toBeNull()
  })
})

it('the account shows the country, which owners and managers choose', async () => {
  await open('/account', 'viewer', 'Account Manager')
  const country = screen.getByLabelText<HTMLInputElement>('Default country')
  expect([country.readOnly, country.value]).toEqual([true, 'Malaysia'])
})

/** The call that was made, by its method and path. */
function specOf(asked: string): CallSpec | undefined {
  const [method, address = ''] = asked.split(' ')
  const path = address.split('?')[0] ?? ''
  return calls.find((spec) => {
    const pattern = spec.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
    return spec.method === method && new RegExp(`^${pattern}$`).test(path)
  })
}
