import { setImmediate } from 'node:timers'
import { Curve, INITIAL_PREKEY_COUNT, type KeyPair } from 'baileys'
import { expect, test } from 'vitest'
import { createFreshAuthState } from './auth-state.ts'
import { preparePreKeys } from './pre-keys.ts'

function fresh(firstUnuploadedPreKeyId = 1) {
  const { state } = createFreshAuthState()
  state.creds.firstUnuploadedPreKeyId = firstUnuploadedPreKeyId
  state.creds.nextPreKeyId = firstUnuploadedPreKeyId
  let saved = 0
  const saveCreds = async () => {
    saved += 1
  }
  const ids = Array.from({ length: INITIAL_PREKEY_COUNT + 1 }, (_, index) => String(index + 1))
  const made = async (): Promise<[string, KeyPair][]> =>
    Object.entries(await state.keys.get('pre-key', ids))
  return { state, saveCreds, made, saves: () => saved }
}

test('all that the driver uploads first are made, in steps between which others go on', async () => {
  const { state, saveCreds, made, saves } = fresh()
  let turns = 0
  let isOver = false
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  await preparePreKeys({ state, saveCreds })
  isOver = true
  const keys = await made()
  expect(keys.map(([id]) => id)).toHaveLength(INITIAL_PREKEY_COUNT)
  expect(new Set(keys.map(([, { private: own }]) => Buffer.from(own).toString('hex'))).size).toBe(
    INITIAL_PREKEY_COUNT,
  )
  expect(state.creds).toMatchObject({
    nextPreKeyId: INITIAL_PREKEY_COUNT + 1,
    firstUnuploadedPreKeyId: 1,
  })
  expect(saves()).toBe(1)
  expect(turns).toBeGreaterThan(10)
})

test('each is a pair that the driver can use', async () => {
  const { state, saveCreds, made } = fresh()
  state.creds.nextPreKeyId = 811
  await preparePreKeys({ state, saveCreds })
  const other = Curve.generateKeyPair()
  for (const [, own] of await made()) {
    expect([own.private.length, own.public.length]).toEqual([32, 32])
    expect(Curve.sharedKey(own.private, other.public)).toEqual(
      Curve.sharedKey(other.private, own.public),
    )
  }
  expect.assertions(4)
})

test('what was broken off is gone on with, and what is made is not made again', async () => {
  const { state, saveCreds, made, saves } = fresh()
  state.creds.nextPreKeyId = 800
  await preparePreKeys({ state, saveCreds })
  expect((await made()).map(([id]) => Number(id))).toEqual(
    Array.from({ length: 13 }, (_, index) => 800 + index),
  )
  await preparePreKeys({ state, saveCreds })
  expect(saves()).toBe(1)
})

test('a device that has uploaded some gets none', async () => {
  const { state, saveCreds, made, saves } = fresh(813)
  await preparePreKeys({ state, saveCreds })
  expect([await made(), saves()]).toEqual([[], 0])
})
