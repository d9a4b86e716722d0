import { describe, expect, test } from 'vitest'
import type { CredentialPiece, CredentialStore } from '../../../features/devices/devices.ports.ts'
import { createFreshAuthState, openAuthState } from './auth-state.ts'
import { createKeyCache } from './key-cache.ts'

describe('credentials', () => {
  /** What is stored, by its id. */
  function store(broken = false): CredentialStore & { kept: Map<string, string | null> } {
    const kept = new Map<string, string | null>()
    return {
      kept,
      async read(_device, kind, names) {
        const found = names.map((name) => [name, kept.get(`${kind}/${name}`)] as const)
        return new Map(found.flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
      },
      async write(_device, pieces) {
        if (broken) throw new Error('the disk is full')
        for (const { kind, name, value } of pieces) kept.set(`${kind}/${name}`, value)
      },
    }
  }

  async function linked(kept = store()) {
    const pieces: CredentialPiece[] = createFreshAuthState().pieces()
    for (const { kind, name, value } of pieces) kept.kept.set(`${kind}/${name}`, value)
    const opened = await openAuthState(kept, createKeyCache(kept), 'device')
    if (!opened) throw new Error('there are credentials')
    return opened
  }

  test('that are not there open nothing', async () => {
    const kept = store()
    expect(await openAuthState(kept, createKeyCache(kept), 'device')).toBeNull()
  })

  test('come back as they were: keys as bytes, what was erased not at all', async () => {
    const first = createFreshAuthState()
    const session = new Uint8Array([1, 2, 3])
    const pair = { private: Buffer.alloc(32, 1), public: Buffer.alloc(32, 2) }
    await first.state.keys.set({ 'pre-key': { '1': pair, '2': pair }, session: { a: session } })
    await first.state.keys.set({ 'pre-key': { '2': null } })
    expect(await first.state.keys.get('pre-key', ['1', '2', '3'])).toEqual({ '1': pair })
    const names = first.pieces().map(({ kind, name }) => `${kind}/${name}`)
    expect(names.sort()).toEqual(['creds/creds', 'pre-key/1', 'session/a'])
  })

  test('that are broken are not taken for others', async () => {
    const kept = store()
    kept.kept.set('creds/creds', '{"noiseKey":')
    await expect(openAuthState(kept, createKeyCache(kept), 'device')).rejects.toThrow(SyntaxError)
  })

  test('whose write fails are not believed to be kept', async () => {
    const { state } = await linked()
    const pair = { private: Buffer.alloc(32), public: Buffer.alloc(32) }
    await state.keys.set({ 'pre-key': { '1': pair } })
    const failing = await linked(store(true))
    await expect(failing.state.keys.set({ 'pre-key': { '1': pair } })).rejects.toThrow('full')
    expect(await failing.state.keys.get('pre-key', ['1'])).toEqual({})
    await expect(failing.saveCreds()).rejects.toThrow('full')
    expect(await state.keys.get('pre-key', ['1'])).toEqual({ '1': pair })
  })
})
