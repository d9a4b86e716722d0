import { CAPABILITIES, type ROLE_NAMES } from '@kirim/contract/roles'
import { expect, it } from 'vitest'
import { deedAnswer, deeds } from './role-deeds.ts'

it('names every capability to change something', () => {
  const named = new Set(deeds.flatMap(({ needs }) => needs))
  const changing = CAPABILITIES.filter((capability) => !capability.endsWith(':read'))
  expect(changing.filter((capability) => !named.has(capability))).toEqual([])
})

it('says of each role what it may do', () => {
  const answers = (role: (typeof ROLE_NAMES)[number]) => deeds.map((deed) => deedAnswer(role, deed))
  expect(answers('owner')).toEqual(deeds.map(() => 'yes'))
  expect(answers('manager')).toEqual(['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'no'])
  expect(answers('agent')).toEqual(['yes', 'yes', 'view', 'view', 'no', 'no', 'no'])
  expect(answers('viewer')).toEqual(['no', 'no', 'view', 'view', 'no', 'no', 'no'])
})

it('says in part of a role that may do some of it', () => {
  const needs = ['chats:write', 'campaigns:write'] as const
  expect(deedAnswer('agent', { text: '', needs })).toBe('some')
})
