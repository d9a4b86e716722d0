import { describe, expect, it } from 'vitest'
import { workspaceOf } from '#shared/testing/samples.ts'
import {
  changeableAccess,
  givableAccess,
  givableSees,
  isSameAccess,
  lacksNumbers,
  sentAccess,
  usualAccess,
} from './access-values.ts'
import { isHiddenFrom } from './hidden-numbers.ts'
import { isLastOwner, LAST_OWNER, rightsOn } from './person-rights.ts'

const owner = { id: 'o', role: 'owner' } as const
const manager = { id: 'm', role: 'manager' } as const
const agent = { id: 'a', role: 'agent' } as const

describe('what one person may do with another', () => {
  const asOwner = { ...owner, isLastOwner: false }
  const asManager = { ...manager, isLastOwner: false }

  it('an owner changes everybody, and makes owners', () => {
    expect(rightsOn(agent, asOwner)).toMatchObject({
      change: true,
      makeOwner: true,
      handOver: true,
      remove: true,
    })
    expect(rightsOn({ id: 'other', role: 'owner' }, asOwner)).toMatchObject({
      change: true,
      makeOwner: false,
      remove: true,
    })
  })

  it('a manager makes no owner, and changes none', () => {
    expect(rightsOn(agent, asManager)).toMatchObject({ change: true, makeOwner: false })
    const onOwner = rightsOn(owner, asManager)
    expect(onOwner).toMatchObject({ change: false, remove: false, leave: false })
    expect(onOwner.fixed).toBe('Only an owner can change or remove an owner.')
  })

  it('nobody changes themselves, but leaves', () => {
    expect(rightsOn(manager, asManager)).toMatchObject({
      change: false,
      remove: false,
      leave: true,
    })
  })

  it('the last owner cannot leave, and is told why', () => {
    expect(isLastOwner([owner, manager], 'o')).toBe(true)
    expect(isLastOwner([owner, { ...manager, role: 'owner' }], 'o')).toBe(false)
    expect(rightsOn(owner, { ...owner, isLastOwner: true })).toMatchObject({
      leave: false,
      fixed: LAST_OWNER,
    })
  })
})

describe('access', () => {
  const numbers = { ...usualAccess, sees: 'numbers', deviceIds: ['d1'] } as const

  it('sends numbers only where they narrow', () => {
    expect(sentAccess({ ...usualAccess, deviceIds: ['d1'] }).deviceIds).toEqual([])
    expect(sentAccess({ ...numbers, deviceIds: ['d1'] }).deviceIds).toEqual(['d1'])
  })

  it('of own numbers lacks them until one is chosen', () => {
    expect(lacksNumbers({ ...numbers, deviceIds: [] })).toBe(true)
    expect(lacksNumbers({ ...numbers, deviceIds: ['d1'] })).toBe(false)
    expect(lacksNumbers(usualAccess)).toBe(false)
  })

  it('is the same in another order of its numbers', () => {
    const two = { ...numbers, deviceIds: ['d1', 'd2'] }
    expect(isSameAccess(two, { ...two, deviceIds: ['d2', 'd1'] })).toBe(true)
    expect(isSameAccess(two, { ...two, deviceIds: ['d2'] })).toBe(false)
  })

  it('of an owner starts from that of a manager', () => {
    expect(changeableAccess({ ...usualAccess, role: 'owner' }).role).toBe('manager')
    expect(changeableAccess({ ...usualAccess, role: 'viewer' }).role).toBe('viewer')
  })

  it('is never wider than that of the person who gives it', () => {
    expect(givableSees(workspaceOf())).toEqual(['all', 'numbers', 'chats'])
    const narrowed = workspaceOf({ role: 'manager', sees: 'numbers', hidesNumbers: true })
    expect(givableSees(narrowed)).toEqual(['numbers'])
    expect(givableAccess(usualAccess, narrowed)).toMatchObject({
      sees: 'numbers',
      hidesNumbers: true,
    })
  })
})

describe('phone numbers', () => {
  it.each([
    ['agent', false, true, true],
    ['agent', true, false, true],
    ['agent', false, false, false],
    ['manager', false, true, false],
    ['viewer', false, true, false],
    ['owner', true, true, false],
  ] as const)('of %s with own %s and of all agents %s: hidden %s', (role, own, ofAll, hidden) => {
    expect(isHiddenFrom({ role, hidesNumbers: own }, { hidesNumbersOfAgents: ofAll })).toBe(hidden)
  })
})
