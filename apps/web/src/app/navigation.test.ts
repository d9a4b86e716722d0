import { expect, it } from 'vitest'
import { isCurrent } from './navigation.ts'

it.each([
  ['/', '/', true],
  ['/', '/contacts', false],
  ['/ai-chatbot', '/ai-chatbot', true],
  ['/ai-chatbot', '/ai-chatbot/d1/campaigns/c1/edit', true],
  ['/ai-chatbot', '/settings', true],
  ['/scan-device', '/settings', false],
  ['/contacts', '/opt-outs', true],
  ['/ai-chatbot', '/opt-outs', false],
  ['/admin/users', '/admin/cluster', true],
  ['/admin/users', '/admin/workspaces', true],
  ['/contacts', '/contacts-of-others', false],
])('the link to %s on %s is current: %s', (to, pathname, current) => {
  expect(isCurrent(to, pathname)).toBe(current)
})
