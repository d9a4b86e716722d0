import { expect, test } from 'vitest'
import { createListeners, createListenersInTurn, createUpwardCalls } from './upward-calls.ts'

test('a call that no room answers is named before anything starts', () => {
  const upward = createUpwardCalls()
  const nameOf = upward.one<[string], string>('the name of a campaign')
  upward.one<[], void>('receipts').set(() => {})
  expect(() => upward.requireAll()).toThrow('No room answers these calls: the name of a campaign.')
  expect(() => nameOf('c1')).toThrow('the name of a campaign')
  nameOf.set((id) => `Campaign ${id}`)
  upward.requireAll()
  expect(nameOf('c1')).toBe('Campaign c1')
})

test('a call is answered by one room', () => {
  const receipts = createUpwardCalls().one<[], void>('receipts')
  receipts.set(() => {})
  expect(() => receipts.set(() => {})).toThrow('Two rooms answer this call: receipts.')
})

test('listeners hear in the order in which they were added', () => {
  const heard: string[] = []
  const connected = createListeners<[string]>()
  connected.add((id) => heard.push(`campaigns ${id}`))
  connected.add((id) => heard.push(`chatbots ${id}`))
  connected('d1')
  expect(heard).toEqual(['campaigns d1', 'chatbots d1'])
})

test('listeners in turn wait for the one before', async () => {
  const heard: string[] = []
  const removed = createListenersInTurn<[string]>()
  removed.add(async (id) => {
    await Promise.resolve()
    heard.push(`campaigns ${id}`)
  })
  removed.add(async (id) => void heard.push(`chatbots ${id}`))
  await removed('d1')
  expect(heard).toEqual(['campaigns d1', 'chatbots d1'])
})

test('a fault in one listener keeps nothing from the others', async () => {
  const heard: string[] = []
  const removed = createListenersInTurn<[string]>()
  removed.add(async () => {
    throw new Error('no database')
  })
  removed.add(async (id) => void heard.push(`campaigns ${id}`))
  await expect(removed('d1')).rejects.toThrow('no database')
  expect(heard).toEqual(['campaigns d1'])
})
