// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { workspaceOf } from '#shared/testing/samples.ts'
import { isLinked, mainNavigation, userNavigation, workspaceNavigation } from './navigation.ts'
import { titleOf } from './page-title.ts'
import { pageAt, placeIn } from './signed-in-pages.tsx'

afterEach(() => document.head.replaceChildren())

/** The server's properties, as the server embeds them into the page. */
function pageSays(content: string): void {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'app-info', content })
  document.head.append(meta)
}

function at(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://kirim.example')
  const { path, title, params } = pageAt(pathname)
  return { path, params, title: titleOf(title, { params, search: searchParams }) }
}

describe('the page of an address', () => {
  it.each([
    ['/', '/', 'Dashboard'],
    ['/contacts', '/contacts', 'Manage Contacts'],
    ['/contacts/', '/contacts', 'Manage Contacts'],
    ['/chats', '/chats', 'Chats'],
    ['/chats/c1', '/chats/:chatId', 'Chats'],
    ['/chats/c1/contact', '/chats/:chatId/contact', 'Chats'],
    ['/chats/c1/nothing', '*', 'Page not found'],
    ['/opt-outs?show=back', '/opt-outs', 'Opt-outs'],
    ['/campaigns?status=paused', '/campaigns', 'Campaigns'],
    ['/add-campaign', '/add-campaign', 'Create New Bulk Campaign'],
    ['/add-campaign?type=ai_chatbot', '/add-campaign', 'Create New AI Chatbot Campaign'],
    ['/add-campaign?type=poll', '/add-campaign', 'Page not found'],
    [
      '/dashboard/add-campaign/d1?type=bulk&editCampaignId=c1',
      '/dashboard/add-campaign/:deviceId?/:campaignId?',
      'Edit Bulk Campaign',
    ],
    ['/ai-chatbot/d1/campaigns', '/ai-chatbot/:numberId/campaigns', 'Campaign List'],
    ['/ai-chatbot/d1/responses', '/ai-chatbot/:numberId/responses', 'Saved Responses'],
    [
      '/ai-chatbot/d1/campaigns/create',
      '/ai-chatbot/:numberId/campaigns/create',
      'Create New AI Chatbot Campaign',
    ],
    [
      '/ai-chatbot/d1/campaigns/create/edit',
      '/ai-chatbot/:numberId/campaigns/:campaignId/edit',
      'Edit AI Chatbot Campaign',
    ],
    ['/admin/users', '/admin/users', 'Admin Users'],
    ['/sandbox', '/sandbox', 'Sandbox phone'],
    ['/nowhere', '*', 'Page not found'],
    ['/ai-chatbot/d1', '*', 'Page not found'],
    ['/dashboard', '*', 'Page not found'],
    ['/%E0%A4%A', '*', 'Page not found'],
  ])('%s is %s, titled %s', (address, path, title) => {
    expect(at(address)).toMatchObject({ path, title })
  })

  it.each([
    ['/dashboard/add-campaign', {}],
    ['/dashboard/add-campaign/d1/c1', { deviceId: 'd1', campaignId: 'c1' }],
    ['/ai-chatbot/d1/campaigns', { numberId: 'd1' }],
  ])('%s has the parameters %j', (address, params) => {
    expect(at(address).params).toMatchObject(params)
  })

  it.each([
    ['{"network":"live"}', 'Page not found'],
    ['{"network":"sandbox"}', 'Sandbox phone'],
    ['{"network":', 'Sandbox phone'],
    ['"live"', 'Sandbox phone'],
    ['null', 'Sandbox phone'],
  ])('the sandbox of a server that says %s is titled %s', (content, title) => {
    pageSays(content)
    expect(at('/sandbox').title).toBe(title)
  })

  it('every link of the menus leads to an existing page', () => {
    const admin = { role: 'admin', workspace: workspaceOf() } as const
    const menus = [mainNavigation, userNavigation, workspaceNavigation]
    for (const { to } of menus.flatMap((menu) => menu(admin))) {
      expect(at(to).path).toBe(to)
    }
  })
})

it.each([
  [
    'user',
    ['/', '/chats', '/scan-device', '/contacts', '/ai-chatbot'],
    ['/account', '/media-storage'],
  ],
  [
    'admin',
    ['/', '/chats', '/scan-device', '/contacts', '/ai-chatbot', '/admin/users'],
    ['/account', '/media-storage', '/admin/users'],
  ],
] as const)('somebody who is %s is led to %j and %j', (role, main, own) => {
  const visitor = { role, workspace: workspaceOf() }
  expect(mainNavigation(visitor).map(({ to }) => to)).toEqual(main)
  expect(userNavigation(visitor).map(({ to }) => to)).toEqual(own)
})

describe('what a role may not open', () => {
  it.each([
    ['owner', '/team', true],
    ['manager', '/settings', true],
    ['agent', '/team', false],
    ['agent', '/settings', false],
    ['agent', '/contacts', true],
    ['viewer', '/add-campaign', false],
    ['viewer', '/add-campaign?type=ai_chatbot', false],
    ['manager', '/add-campaign?type=ai_chatbot', true],
    ['viewer', '/sandbox', false],
    ['viewer', '/account', true],
    ['viewer', '/nowhere', false],
  ] as const)('%s at %s: %s', (role, to, opens) => {
    expect(isLinked(to, workspaceOf({ role }))).toBe(opens)
  })

  it.each([
    [{ sees: 'chats' }, false],
    [{ sees: 'numbers' }, false],
    [{ hidesNumbers: true }, false],
    [{}, true],
  ] as const)('the sandbox for somebody with %j: %s', (given, opens) => {
    expect(isLinked('/sandbox', workspaceOf({ role: 'manager', ...given }))).toBe(opens)
  })

  it.each([
    [{ sees: 'chats' }, false],
    [{ sees: 'numbers' }, true],
  ] as const)('saved responses for somebody with %j: %s', (given, opens) => {
    const workspace = workspaceOf({ role: 'agent', ...given })
    expect(isLinked('/ai-chatbot/d1/responses', workspace)).toBe(opens)
  })

  it('is everything in a workspace to somebody without any', () => {
    expect(mainNavigation({ role: 'user', workspace: null })).toEqual([])
    expect(userNavigation({ role: 'user', workspace: null }).map(({ to }) => to)).toEqual([
      '/account',
    ])
  })
})

it.each([
  ['owner', '/contacts', '/contacts'],
  ['agent', '/team', '/'],
  ['viewer', '/chats', '/chats'],
  ['owner', '/chats/c1', '/'],
  ['owner', '/campaigns/c1', '/'],
  ['owner', '/add-campaign', '/'],
  ['owner', '/dashboard/add-campaign/d1', '/'],
  ['owner', '/nowhere', '/nowhere'],
] as const)('in the workspace of an %s, %s becomes %s', (role, from, to) => {
  expect(placeIn(workspaceOf({ role }), from)).toBe(to)
})
