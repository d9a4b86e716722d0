// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import '#shared/i18n/i18n.ts'
import { NewChatsLine } from './new-chats-line.tsx'

afterEach(cleanup)

it.each([
  [true, '2026-11-22T10:00:00.000Z', /^New chats: 38 left of 1,050 a day$/],
  [false, null, /^New chats: 38 left of 1,050$/],
  [false, '2026-11-22T10:00:00.000Z', /^New chats: 38 left of 1,050 until .*\d\d:\d\d$/],
])('says what is left, by the day (%s) or until %s', (isDaily, until, words) => {
  render(<NewChatsLine newChats={{ left: 38, of: 1050, isDaily, until }} />)
  expect(screen.getByText(words)).toBeDefined()
})
