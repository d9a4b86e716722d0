import type { SignalRepositoryWithLIDStore } from 'baileys'
import { describe, expect, test, vi } from 'vitest'
import { createContactKeys } from './contact-keys.ts'

describe('keys of contacts', () => {
  const session = (signature = new Uint8Array(64)) => ({
    jid: '60123456789:2@s.whatsapp.net',
    session: {
      registrationId: 1,
      identityKey: new Uint8Array(33).fill(5),
      signedPreKey: { keyId: 1, publicKey: new Uint8Array(33).fill(5), signature },
      preKey: { keyId: 1, publicKey: new Uint8Array(33) },
    },
  })
  const repository = (lid: string | null) => {
    const injected = vi.fn(async () => {})
    const inner = { injectE2ESession: injected, lidMapping: { getLIDForPN: async () => lid } }
    return { injected, inner: inner as unknown as SignalRepositoryWithLIDStore }
  }

  test.each([
    ['nobody', new Uint8Array(64)],
    ['half a signature', new Uint8Array(32)],
    ['nothing', new Uint8Array(0)],
  ])(
    'signed by %s open no session, and their owner is told until forgotten',
    async (_what, signature) => {
      const { injected, inner } = repository(null)
      const onForged = vi.fn()
      const keys = createContactKeys(onForged)
      const guarded = keys.guard(inner)
      const jid = '60123456789@s.whatsapp.net'
      expect(await keys.areForged(jid)).toBe(false)
      await guarded.injectE2ESession(session(signature))
      expect(injected).not.toHaveBeenCalled()
      expect(onForged).toHaveBeenCalledTimes(1)
      expect(await keys.areForged(jid)).toBe(true)
      expect(await keys.areForged('60123456788@s.whatsapp.net')).toBe(false)
      await keys.forget(jid)
      expect(await keys.areForged(jid)).toBe(false)
    },
  )

  test('found out under one identity count under the other', async () => {
    const { inner } = repository('777@lid')
    const keys = createContactKeys(() => {})
    await keys.guard(inner).injectE2ESession({ ...session(), jid: '777:3@lid' })
    expect(await keys.areForged('60123456789@s.whatsapp.net')).toBe(true)
    await keys.forget('60123456789@s.whatsapp.net')
    expect(await keys.areForged('777@lid')).toBe(false)
  })

  test('of nobody are not looked for', async () => {
    const keys = createContactKeys(() => {})
    for (const jid of ['', 'nonsense', '@']) expect(await keys.areForged(jid)).toBe(false)
  })
})
