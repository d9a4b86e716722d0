import type { PasskeyAnswer, PasskeyOptions } from '@kirim/contract/passkey'
import { virtualPasskey } from '@kirim/sandbox-network/weather/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { setUpLinking } from '../../../testing/linking.ts'
import { closeOf } from '../closes.ports.ts'
import type { PasskeyNews } from '../devices.ports.ts'

describe('a passkey request', () => {
  const options: PasskeyOptions = {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
  }
  const news: PasskeyNews = { kind: 'asked', options, expiresInMs: 600_000, refused: null }
  const answer = virtualPasskey(options)
  async function asked() {
    const world = setUpLinking()
    const listener = await world.begin()
    listener.onQr({ text: 'one', attempt: 1, expiresInMs: 60_000 })
    listener.onPasskey(news)
    world.told.length = 0
    return { ...world, listener }
  }
  const step = { state: 'asked', options, expiresInMs: 600_000, refused: null, code: null }

  test('replaces the codes, with its remaining time', async () => {
    const { linking, clock, told } = await asked()
    clock.advance(1000)
    expect(linking.waitingCode('me')).toBeNull()
    expect(linking.waitingPasskey('me')).toEqual({ ...step, expiresInMs: 599_000 })
    expect(linking.waitingPasskey('them')).toBeNull()
    await linking.request('me')
    expect(told).toEqual([{ ...step, expiresInMs: 599_000 }])
  })

  test('accepts one answer, only from its owner', async () => {
    const { linking, told } = await asked()
    const refused = { code: 'passkey_not_asked' }
    await expect(linking.answerPasskey('them', answer)).rejects.toMatchObject(refused)
    await expect(linking.confirmPasskey('me')).rejects.toMatchObject(refused)
    await linking.answerPasskey('me', answer)
    await expect(linking.answerPasskey('me', answer)).rejects.toMatchObject(refused)
    expect(told).toEqual([{ ...step, state: 'checking' }, 'answered'])
  })

  test('reports a refused answer, and accepts another one', async () => {
    const { linking, listener, told } = await asked()
    await linking.answerPasskey('me', answer)
    listener.onPasskey({ ...news, refused: { code: 400 } })
    expect(told.at(-1)).toEqual({ ...step, refused: { code: 400 } })
    await linking.answerPasskey('me', answer)
    expect(told.at(-1)).toBe('answered')
  })

  test('shows a code to compare, and continues after the confirmation', async () => {
    const { linking, listener, told } = await asked()
    await linking.answerPasskey('me', answer)
    listener.onPasskey({ kind: 'compare', code: 'K7QD-2MFX', expiresInMs: 300_000 })
    const compared = { ...step, state: 'compare', code: 'K7QD-2MFX', expiresInMs: 300_000 }
    expect(told.at(-1)).toEqual(compared)
    await linking.confirmPasskey('me')
    expect(told.slice(-2)).toEqual([{ ...compared, state: 'checking', code: null }, 'confirmed'])
  })

  test('disappears after it is cancelled or has ended', async () => {
    const { linking, listener, begin } = await asked()
    listener.onEnded(closeOf('passkey_late'))
    expect(linking.waitingPasskey('me')).toBeNull()
    const next = await begin()
    next.onPasskey(news)
    expect(linking.cancel('me')).toBe('withdrawn')
    expect(linking.waitingPasskey('me')).toBeNull()
  })

  test.each<[string, (answer: PasskeyAnswer) => PasskeyAnswer]>([
    ['another request', () => virtualPasskey({ ...options, challenge: 'AAAA' })],
    ['another site', () => virtualPasskey({ ...options, rpId: 'whatsapp.example' })],
    [
      'nothing',
      (given) => ({ ...given, response: { ...given.response, clientDataJSON: 'bnVsbA' } }),
    ],
    ['no text', (given) => ({ ...given, response: { ...given.response, clientDataJSON: 'AA' } })],
    [
      'nobody who was verified',
      (given) => {
        const data = Buffer.from(given.response.authenticatorData, 'base64url')
        data[32] = 1
        const authenticatorData = data.toString('base64url')
        return { ...given, response: { ...given.response, authenticatorData } }
      },
    ],
    [
      'too short',
      (given) => ({ ...given, response: { ...given.response, authenticatorData: 'AA' } }),
    ],
  ])('with an answer of %s sends nothing, and goes on waiting', async (_what, change) => {
    const { linking, told } = await asked()
    const refused = { code: 'passkey_answer_wrong' }
    await expect(linking.answerPasskey('me', change(answer))).rejects.toMatchObject(refused)
    expect([told, linking.waitingPasskey('me')]).toEqual([[], step])
  })
})
